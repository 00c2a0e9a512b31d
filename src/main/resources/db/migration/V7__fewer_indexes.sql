-- Each write of a run pays for each index of its table: H2 writes all of them anew, PostgreSQL when a page is full. What these were
-- for is asked of runs that wait or are under way, which are few beside those that have ended: run_by_status finds them.
drop index run_by_owner;
drop index run_by_agent_and_status;
drop index run_by_queue_deadline;
drop index run_queue_by_owner;
