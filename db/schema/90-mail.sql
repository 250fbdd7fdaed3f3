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
