-- What is sent to people and used once: codes and links, PKCE flows, the queue of mails and text messages.

-- People may also be known by a phone, or be guests known by neither.
alter table users alter column email drop not null;
alter table users
  add column phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  add column phone_confirmed_at timestamptz,
  add column is_anonymous boolean not null default false,
  -- Asked for, but not confirmed yet.
  add column new_email text check (new_email = lower(btrim(new_email)) and char_length(new_email) between 3 and 255),
  add column new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  -- Which of the two addresses has confirmed the change so far.
  add column email_change_accepted text check (email_change_accepted in ('current', 'new')),
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  add column phone_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;
create unique index users_phone_key on users (phone);
create index users_guests_idx on users (created_at) where is_anonymous;

-- PKCE: begun by a client with a challenge; later it gets a code that only the client with the verifier can exchange.
create table flow_states (
  id uuid primary key default gen_random_uuid(),
  code_challenge text not null check (char_length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- How the person will have proved to be that person, as the session's amr names it.
  authentication_method text not null check (char_length(authentication_method) between 1 and 64),
  auth_code_hash bytea unique check (octet_length(auth_code_hash) = 32),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index flow_states_user_id_idx on flow_states (user_id);
create index flow_states_expires_at_idx on flow_states (expires_at);

-- One code a person and purpose; a new one replaces it.
create table one_time_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (char_length(purpose) between 1 and 64),
  -- The e-mail address or phone it was sent to.
  address text not null check (char_length(address) between 1 and 255),
  -- Keyed: six digits are soon guessed from a plain hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  flow_id uuid references flow_states on delete set null,
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
create index one_time_codes_address_idx on one_time_codes (address, purpose);
create index one_time_codes_flow_id_idx on one_time_codes (flow_id) where flow_id is not null;
create index one_time_codes_expires_at_idx on one_time_codes (expires_at);

-- Mails and text messages, written with what they tell of and sent by a worker.
create table outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  -- Recipient and text, sealed: they hold codes and links.
  content bytea,
  attempts smallint not null default 0 check (attempts >= 0),
  -- Also the lease of the worker that is sending it.
  next_attempt_at timestamptz not null,
  -- Not worth sending after this.
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- The worker gave up.
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index outgoing_messages_due_idx on outgoing_messages (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_messages_created_at_idx on outgoing_messages (created_at);

-- The clean-up goes by these.
create index sessions_created_at_idx on sessions (created_at);
create index refresh_tokens_revoked_at_idx on refresh_tokens (revoked_at) where revoked_at is not null;
