-- Emails and text messages: written by the transaction that they report, sent by a worker.

-- The queue, and what was sent lately.
create table outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  -- Recipient and text, encrypted: they hold codes and links.
  content bytea,
  attempts smallint not null default 0 check (attempts >= 0),
  -- Also the lease of the worker that is sending it.
  next_attempt_at timestamptz not null,
  -- Not sent after this.
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- The worker gave up.
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index outgoing_messages_due_idx on outgoing_messages (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_messages_created_at_idx on outgoing_messages (created_at);
