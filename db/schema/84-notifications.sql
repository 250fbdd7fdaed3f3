-- Notifications, and users' choice of mails.

-- A notification for one user.
create table notifications (
  notification_number bigint primary key generated always as identity,
  user_id uuid not null references users on delete cascade,
  kind text not null check (char_length(kind) between 1 and 40),
  -- Parameters of the text: ids, names, amounts.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 4096),
  -- The page that it links to.
  path text not null check (char_length(path) between 1 and 200),
  created_at timestamptz not null,
  read_at timestamptz,
  -- A user has at most one unread notification about a subject: a newer one replaces it.
  subject text check (char_length(subject) between 1 and 60)
);
create index notifications_user_idx on notifications (user_id, notification_number desc);
create index notifications_unread_idx on notifications (user_id, notification_number) where read_at is null;
create index notifications_created_idx on notifications (created_at);
create unique index notifications_subject_idx on notifications (user_id, subject)
  where subject is not null and read_at is null;

-- The mails that users have switched off, or on again; without a row a mail is wanted.
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null check (char_length(kind) between 1 and 40),
  wanted boolean not null,
  primary key (user_id, kind)
);
