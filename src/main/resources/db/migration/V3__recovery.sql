-- How often a run's process was lost with it, and the mark of the last step that was written: a step whose commit was not
-- confirmed is not written twice.
alter table run add column losses int default 0 not null;
alter table run add column last_step varchar(20);
create index run_by_end on run (ended_at);

-- Long results are kept aside, compressed, in parts.
create table tool_result_part (
  call_id varchar(40) not null,
  part    int         not null,
  run_id  varchar(40) not null references run (id) on delete cascade,
  data    bytea       not null,
  primary key (call_id, part)
);

create index tool_result_part_by_run on tool_result_part (run_id);
