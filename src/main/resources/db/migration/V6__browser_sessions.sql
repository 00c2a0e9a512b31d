-- Browsers that have signed in. The id is a hash of what the browser keeps; the credentials can be read with that only.
create table browser_session (
  id          varchar(64) not null primary key,
  credentials bytea       not null,
  expires_at  timestamp with time zone not null
);

create index browser_session_by_end on browser_session (expires_at);
