-- The queue of runs and the table of jobs, as db-scheduler has them. A run is in the queue until it has ended; `picked_by`
-- and `last_heartbeat` are its lease. Runs and jobs are apart because a run keeps its place for hours.

create table run_queue (
  task_name            varchar(40)  not null,
  task_instance        varchar(40)  not null,
  task_data            bytea,
  execution_time       timestamp with time zone not null,
  picked               boolean      not null,
  picked_by            varchar(50),
  last_success         timestamp with time zone,
  last_failure         timestamp with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp with time zone,
  version              bigint       not null,
  priority             smallint     not null,
  primary key (task_name, task_instance)
);

create index run_queue_by_turn on run_queue (picked, priority desc, execution_time);
create index run_queue_by_time on run_queue (execution_time);
create index run_queue_by_owner on run_queue (picked_by);

-- Who counts the runs of an agent that has a limit holds its row.
create table agent_gate (
  agent varchar(63) not null primary key
);

create table scheduled_tasks (
  task_name            varchar(100) not null,
  task_instance        varchar(100) not null,
  task_data            bytea,
  execution_time       timestamp with time zone not null,
  picked               boolean      not null,
  picked_by            varchar(50),
  last_success         timestamp with time zone,
  last_failure         timestamp with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp with time zone,
  version              bigint       not null,
  priority             smallint,
  primary key (task_name, task_instance)
);

create index scheduled_tasks_by_time on scheduled_tasks (execution_time);
create index scheduled_tasks_by_heartbeat on scheduled_tasks (last_heartbeat);

-- Runs from before this table wait again.
update run set status = 'queued', owner = null where status = 'running';
update run set queue_deadline_at = null where started_at is not null;

insert into run_queue (task_name, task_instance, execution_time, picked, version, priority)
  select 'run', id, coalesce(start_after, created_at), false, 1, 0 from run where status = 'queued';

create index run_by_agent_and_status on run (agent, status);
alter table run drop column lease_until;
create index run_by_queue_deadline on run (queue_deadline_at);
