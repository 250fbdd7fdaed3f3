-- The tables of the sandbox, which simulates a payment provider: what Stripe would store on its side. Amounts are in cents.
-- The tables stay empty unless PAYMENTS=sandbox.

create schema sandbox;

-- Responses to requests with an Idempotency-Key.
create table sandbox.keys (
  idempotency_key text primary key check (char_length(idempotency_key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null while only the failure that is simulated once has happened.
  status smallint,
  response jsonb,
  -- The checkout whose payment has failed once, as its payment method simulates it.
  failed_for text check (char_length(failed_for) <= 500),
  created_at timestamptz not null,
  check ((status is null) = (response is null))
);
create index keys_failed_idx on sandbox.keys (failed_for) where failed_for is not null;
create index keys_created_idx on sandbox.keys (created_at);

-- Payments.
create table sandbox.intents (
  intent_number bigint primary key generated always as identity,
  intent_id text not null unique check (char_length(intent_id) between 4 and 64),
  amount bigint not null check (amount > 0),
  capture_method text not null check (capture_method in ('automatic', 'manual')),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded',
    'canceled')),
  amount_received bigint not null default 0 check (amount_received between 0 and amount),
  -- The sum of refunds that have not failed.
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount_received),
  payment_method text check (char_length(payment_method) <= 64),
  -- The page on which the buyer completes a step.
  step_id uuid,
  return_url text check (char_length(return_url) <= 2048),
  metadata jsonb not null default '{}' check (octet_length(metadata::text) <= 32768),
  last_error jsonb,
  -- When an authorisation expires.
  capture_before timestamptz,
  -- When the dispute is opened.
  dispute_at timestamptz,
  created_at timestamptz not null,
  check ((amount_received > 0) = (status = 'succeeded')),
  check ((step_id is not null) = (status = 'requires_action')),
  check ((capture_before is not null) = (status = 'requires_capture'))
);
create index intents_capture_idx on sandbox.intents (capture_before) where status = 'requires_capture';
create index intents_dispute_idx on sandbox.intents (dispute_at) where dispute_at is not null;

-- Refunds.
create table sandbox.refunds (
  refund_number bigint primary key generated always as identity,
  refund_id text not null unique check (char_length(refund_id) between 4 and 64),
  intent_id text not null references sandbox.intents (intent_id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  metadata jsonb not null default '{}' check (octet_length(metadata::text) <= 32768),
  failure_reason text,
  -- The next state, and when it is due.
  next_status text check (next_status in ('succeeded', 'failed')),
  next_at timestamptz,
  created_at timestamptz not null,
  check ((next_at is null) = (next_status is null)),
  check ((failure_reason is not null) = (status = 'failed'))
);
create index refunds_intent_idx on sandbox.refunds (intent_id);
create index refunds_next_idx on sandbox.refunds (next_at) where next_at is not null;

-- Buyers' disputes at their banks.
create table sandbox.disputes (
  dispute_number bigint primary key generated always as identity,
  dispute_id text not null unique check (char_length(dispute_id) between 4 and 64),
  intent_id text not null unique references sandbox.intents (intent_id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  submissions smallint not null default 0 check (submissions in (0, 1)),
  due_by timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is not null) = (status in ('won', 'lost')))
);
create index disputes_due_idx on sandbox.disputes (due_by) where status = 'needs_response';

-- Events for the marketplace.
create table sandbox.events (
  event_number bigint primary key generated always as identity,
  event_id text not null unique check (char_length(event_id) between 4 and 64),
  type text not null check (char_length(type) <= 100),
  intent_id text not null references sandbox.intents (intent_id),
  -- The whole event as it is sent.
  content jsonb not null,
  created_at timestamptz not null
);
create index events_intent_idx on sandbox.events (intent_id, event_number);
create index events_created_idx on sandbox.events (created_at);

-- One delivery of an event, retried until it is accepted.
create table sandbox.deliveries (
  delivery_number bigint primary key generated always as identity,
  event_number bigint not null references sandbox.events on delete cascade,
  intent_id text not null,
  -- Waits for earlier deliveries of the same intent that are in order, too.
  in_order boolean not null,
  -- Null when it was accepted or given up.
  due_at timestamptz,
  attempts smallint not null default 0 check (attempts >= 0),
  -- The end of the first attempt.
  tried_at timestamptz,
  delivered_at timestamptz,
  -- Of the last response; null without one.
  response_status smallint,
  check (delivered_at is null or due_at is null)
);
create index deliveries_untried_idx on sandbox.deliveries (intent_id, delivery_number)
  where tried_at is null and in_order;
create index deliveries_event_idx on sandbox.deliveries (event_number);
-- Two columns, as many may be due at the same moment.
create index deliveries_waiting_idx on sandbox.deliveries (due_at, delivery_number) where due_at is not null;

-- Pages on which buyers complete a step.
create table sandbox.steps (
  step_id uuid primary key,
  intent_id text not null references sandbox.intents (intent_id),
  kind text not null check (kind in ('3ds', 'paypal')),
  state text not null check (state in ('waiting', 'left', 'approved', 'refused', 'ended')),
  created_at timestamptz not null,
  answered_at timestamptz,
  check ((answered_at is null) = (state = 'waiting'))
);
create index steps_intent_idx on sandbox.steps (intent_id);

-- Bank transfers on their way to the marketplace's account, which no provider reports.
create table sandbox.transfers (
  transfer_number bigint primary key generated always as identity,
  reference text not null check (char_length(reference) between 1 and 140),
  amount bigint not null check (amount > 0),
  due_at timestamptz not null,
  taken_at timestamptz,
  created_at timestamptz not null
);
create index transfers_due_idx on sandbox.transfers (due_at) where taken_at is null;
create index transfers_reference_idx on sandbox.transfers (reference);
