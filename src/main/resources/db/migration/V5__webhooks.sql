-- Messages about runs that have ended, and each sending of them.
create table run_webhook (
  run_id   varchar(40) not null primary key references run (id) on delete cascade,
  url      text        not null,
  status   varchar(16) not null,
  attempts int         not null,
  next_at  timestamp with time zone not null
);

create index run_webhook_by_time on run_webhook (status, next_at);

create table run_webhook_attempt (
  run_id      varchar(40) not null references run (id) on delete cascade,
  number      int         not null,
  at          timestamp with time zone not null,
  status      int,
  error       text,
  duration_ms bigint      not null,
  primary key (run_id, number)
);
