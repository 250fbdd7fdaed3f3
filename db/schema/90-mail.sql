-- Emails and text messages: written by the transaction that they report, sent by a task.

-- Messages to send, and those sent recently.
create table outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  -- Recipient and text, encrypted: they hold codes and links.
  content bytea,
  -- Not sent after this.
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- No further attempt is made.
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index outgoing_messages_created_at_idx on outgoing_messages (created_at);

-- Settings of mails, changed in the browser; those of the environment win.
create table mail_settings (
  only_row boolean primary key default true check (only_row),
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0),
  sender_name text check (char_length(sender_name) between 1 and 60),
  reply_to text check (char_length(reply_to) between 3 and 255),
  -- Below each mail, such as the legal address.
  footer text check (char_length(footer) between 1 and 500),
  -- The mail server with its password, encrypted with a key that is not in the database; see SMTP_URL.
  sealed_server bytea,
  server_saved_at timestamptz,
  check ((sealed_server is null) = (server_saved_at is null))
);
insert into mail_settings default values;
