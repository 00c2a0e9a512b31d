-- Runs, their events and their tool calls. Plain enough for H2 and for PostgreSQL.

create table run (
  id                  varchar(40)  not null primary key,
  agent               varchar(63)  not null,
  status              varchar(16)  not null,
  stop_reason         varchar(40),
  input               text         not null,
  output              text,
  error               text,
  metadata            text         not null,
  limits              text         not null,
  request_limits      text         not null,
  attempt             int          not null,
  epoch               bigint       not null,
  owner               varchar(200),
  lease_until         timestamp with time zone,
  turns               int          not null,
  tool_calls          int          not null,
  input_tokens        bigint       not null,
  output_tokens       bigint       not null,
  last_seq            bigint       not null,
  created_at          timestamp with time zone not null,
  start_after         timestamp with time zone,
  queue_deadline_at   timestamp with time zone,
  started_at          timestamp with time zone,
  ended_at            timestamp with time zone,
  deadline_at         timestamp with time zone,
  cancel_requested_at timestamp with time zone
);

create index run_by_status on run (status, id);
create index run_by_agent on run (agent, id);
create index run_by_owner on run (owner, status);

create table run_metadata (
  run_id varchar(40)  not null references run (id) on delete cascade,
  name   varchar(200) not null,
  label  varchar(2000) not null,
  primary key (run_id, name)
);

create index run_metadata_by_value on run_metadata (name, label);

-- Keys by which repeated requests to start a run are known.
create table run_request (
  request_key varchar(255) not null primary key,
  fingerprint varchar(64)  not null,
  run_id      varchar(40)  not null references run (id) on delete cascade,
  created_at  timestamp with time zone not null
);

create index run_request_by_run on run_request (run_id);

create table run_event (
  run_id varchar(40) not null references run (id) on delete cascade,
  seq    bigint      not null,
  at     timestamp with time zone not null,
  type   varchar(40) not null,
  data   text        not null,
  primary key (run_id, seq)
);

create table tool_call (
  id                 varchar(40)  not null primary key,
  run_id             varchar(40)  not null references run (id) on delete cascade,
  seq                bigint       not null,
  turn               int          not null,
  exposed_name       text         not null,
  server             varchar(200),
  tool               text         not null,
  model_call_id      text         not null,
  arguments          text         not null,
  status             varchar(20)  not null,
  effect             varchar(20),
  delivery           varchar(20)  not null,
  deadline           varchar(40),
  deadline_source    text,
  deadline_capped_by varchar(40),
  deadline_requested varchar(40),
  attempts           int          not null,
  started_at         timestamp with time zone not null,
  ended_at           timestamp with time zone,
  duration_ms        bigint,
  cancel_sent        boolean      not null,
  error_code         varchar(40),
  error_message      text,
  result             text,
  unique (run_id, seq)
);
