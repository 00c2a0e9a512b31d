-- What is kept of an agent's schedule. When it is due next stands in scheduled_tasks.
create table agent_schedule (
  agent        varchar(63) not null primary key,
  paused       boolean     not null,
  last_fire_at timestamp with time zone,
  last_run     varchar(40)
);
