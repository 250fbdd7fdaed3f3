-- Payments, and the reports of providers about them. The tables stay empty with PAYMENTS=off.

-- The payment of a checkout, then of its order.
create table payments (
  payment_number bigint primary key generated always as identity,
  payment_id uuid not null unique default gen_random_uuid(),
  checkout_id uuid unique references checkouts on delete set null,
  order_number bigint references orders,
  buyer_id uuid not null references users,
  provider text not null check (provider in ('stripe', 'offline')),
  sandbox boolean not null,
  -- The provider's id of the last attempt; null until the provider has answered.
  provider_ref text check (char_length(provider_ref) <= 255),
  payment_method text not null check (payment_method in ('credit_card', 'paypal', 'bank_transfer')),
  payment_state text not null check (payment_state in
    ('created', 'requires_action', 'processing', 'authorized', 'paid', 'declined', 'cancelled', 'awaiting_transfer', 'expired')),
  currency text not null default market_currency() check (currency ~ '^[a-z]{3}$'),
  amount numeric(15, 2) not null check (amount >= 0),
  captured numeric(15, 2) not null default 0 check (captured between 0 and amount),
  refunded numeric(15, 2) not null default 0 check (refunded between 0 and captured),
  decline_code text check (char_length(decline_code) <= 64),
  attempts smallint not null default 0 check (attempts >= 0),
  -- The start of the last attempt.
  attempted_at timestamptz,
  -- When the provider is polled again if no event has arrived.
  check_at timestamptz,
  checks smallint not null default 0 check (checks >= 0),
  created_at timestamptz not null,
  paid_at timestamptz,
  -- A bank transfer may be more than the amount.
  surplus numeric(15, 2) not null default 0 check (surplus >= 0),
  -- The deadline of a bank transfer, and when its buyer was reminded.
  pay_by timestamptz,
  reminded_at timestamptz,
  -- The amount in disputes that are open or lost.
  disputed numeric(15, 2) not null default 0,
  -- The part of the surplus that was sent back.
  surplus_returned numeric(15, 2) not null default 0,
  -- When an authorised payment is captured.
  capture_at timestamptz,
  -- The part of an authorised amount that will not be captured, because units were cancelled first.
  released numeric(15, 2) not null default 0,
  -- The payment method of the last attempt: a request with another card or method is a new attempt.
  means text check (char_length(means) between 1 and 255),
  -- The card of the last attempt, as far as the provider names it: its brand, in the provider's word, and its last digits.
  card_brand text check (char_length(card_brand) between 1 and 32),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  check (captured = 0 or payment_state = 'paid' or provider = 'offline'),
  check (order_number is not null or payment_state not in ('awaiting_transfer', 'expired')),
  constraint payments_pay_by_check check (pay_by is not null or payment_state <> 'awaiting_transfer'),
  constraint payments_disputed_check check (disputed between 0 and captured),
  constraint payments_surplus_returned_check check (surplus_returned between 0 and surplus),
  constraint payments_released_check check (released between 0 and amount),
  constraint payments_capture_at_check check (capture_at is not null or payment_state <> 'authorized'),
  constraint payments_card_check check ((card_brand is null) = (card_last4 is null))
);
create unique index payments_order_key on payments (order_number) where order_number is not null;
create unique index payments_ref_key on payments (provider, sandbox, provider_ref) where provider_ref is not null;
create index payments_check_idx on payments (check_at) where check_at is not null;
create index payments_buyer_idx on payments (buyer_id);
create index payments_awaited_idx on payments (pay_by) where payment_state = 'awaiting_transfer';
-- The admins' list of payments.
create index payments_state_idx on payments (payment_state, payment_number);
create index payments_capture_idx on payments (capture_at) where payment_state = 'authorized';
create index payments_amount_idx on payments (amount, payment_number);
create index payments_to_remind_idx on payments (pay_by) where payment_state = 'awaiting_transfer' and reminded_at is null;

-- Links payments of checkouts to their orders. `taken_until` is the latest time of capture for authorised payments. With the
-- arrays in subqueries one generic plan serves all lengths.
create function book_orders(
  paid_with uuid[], orders bigint[], states text[], refs text[], taken numeric[], awaited_until timestamptz[],
  taken_until timestamptz[], brands text[], last_digits text[], moment timestamptz
) returns void language plpgsql as $$
begin
  update payments set order_number = booking.order_number, payment_state = state, provider_ref = coalesce(ref, provider_ref),
    captured = booking.captured, pay_by = booking.pay_by, capture_at = booking.capture_at, check_at = null, decline_code = null,
    paid_at = case when state = 'paid' then moment end, card_brand = booking.card_brand, card_last4 = booking.card_last4
  from unnest((select paid_with), (select orders), (select states), (select refs), (select taken), (select awaited_until),
      (select taken_until), (select brands), (select last_digits))
    booking (payment_id, order_number, state, ref, captured, pay_by, capture_at, card_brand, card_last4)
  where payments.payment_id = booking.payment_id;
end $$;

-- Received bank transfers.
create table payment_receipts (
  receipt_number bigint primary key generated always as identity,
  payment_number bigint not null references payments,
  amount numeric(15, 2) not null check (amount > 0),
  received_on date not null,
  -- The bank's reference.
  reference text check (char_length(reference) between 1 and 100),
  -- The admin who recorded it; null in the sandbox.
  by_user uuid references users on delete set null,
  created_at timestamptz not null,
  -- The id from the request: a repeated request changes nothing.
  receipt_id uuid unique
);
create index payment_receipts_payment_idx on payment_receipts (payment_number);
create index payment_receipts_user_idx on payment_receipts (by_user) where by_user is not null;

-- Parts of authorised payments and bank transfers that will not be taken, by seller. They need no refund, as they never were.
create table payment_releases (
  -- The id from the request: a repeated request changes nothing.
  release_id uuid primary key,
  payment_number bigint not null references payments,
  seller_id uuid not null references users,
  amount numeric(15, 2) not null check (amount > 0),
  -- The part of it that goes back for the delivery.
  delivery numeric(15, 2) not null default 0 check (delivery between 0 and amount),
  reason text not null check (reason in ('cancelled', 'returned', 'goodwill')),
  note text check (char_length(note) <= 500),
  by_user uuid references users on delete set null,
  created_at timestamptz not null,
  -- True when it follows from cancelled or returned units, false when an admin or seller refunded by hand. A request for the
  -- whole order is one row for each seller order, all with its request_id.
  of_units boolean not null default true,
  request_id uuid
);
create index payment_releases_payment_idx on payment_releases (payment_number);
create index payment_releases_seller_idx on payment_releases (seller_id);
create index payment_releases_by_idx on payment_releases (by_user) where by_user is not null;
create index payment_releases_request_idx on payment_releases (request_id) where request_id is not null;

-- Refunds.
create table refunds (
  refund_number bigint primary key generated always as identity,
  -- Also the provider's Idempotency-Key.
  refund_id uuid not null unique,
  payment_number bigint not null references payments,
  -- Null only for money that came after the checkout had ended.
  order_number bigint references orders,
  -- Of the refunded seller order.
  seller_id uuid references users,
  amount numeric(15, 2) not null check (amount > 0),
  -- The part of it that goes back for the delivery.
  delivery numeric(15, 2) not null default 0 check (delivery between 0 and amount),
  reason text not null check (reason in ('cancelled', 'returned', 'goodwill', 'late_payment', 'elsewhere')),
  note text check (char_length(note) <= 500),
  refund_state text not null check (refund_state in ('requested', 'sent', 'pending', 'succeeded', 'failed')),
  provider_ref text unique check (char_length(provider_ref) <= 255),
  failure text check (char_length(failure) <= 100),
  by_user uuid references users on delete set null,
  -- When to queue the task that sends the refund or polls its outcome.
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- See payment_releases.
  of_units boolean not null default true,
  request_id uuid,
  check (order_number is not null or reason = 'late_payment'),
  check ((ended_at is not null) = (refund_state in ('succeeded', 'failed')))
);
create index refunds_payment_idx on refunds (payment_number);
create index refunds_order_idx on refunds (order_number);
create index refunds_seller_idx on refunds (seller_id);
create index refunds_user_idx on refunds (by_user) where by_user is not null;
create index refunds_due_idx on refunds (next_attempt_at) where refund_state in ('requested', 'sent', 'pending');
create index refunds_request_idx on refunds (request_id) where request_id is not null;

-- Events of providers. They are hints to read the payment from the provider, not facts.
create table payment_events (
  provider text not null,
  sandbox boolean not null,
  event_id text not null check (char_length(event_id) between 1 and 255),
  event_type text not null check (char_length(event_type) <= 100),
  -- The id of the payment intent.
  object_ref text check (char_length(object_ref) <= 255),
  -- The raw event, encrypted; dropped 30 days after it was applied.
  content bytea,
  received_at timestamptz not null,
  times_received integer not null default 1 check (times_received > 0),
  done_at timestamptz,
  outcome text check (outcome in ('applied', 'nothing_new', 'not_ours', 'ignored')),
  -- The time of arrival, until the task that applies it is queued.
  to_queue_at timestamptz,
  failure text check (char_length(failure) <= 200),
  primary key (provider, sandbox, event_id),
  check ((done_at is null) = (outcome is null))
);
create index payment_events_due_idx on payment_events (to_queue_at) where done_at is null and to_queue_at is not null;
create index payment_events_done_idx on payment_events (done_at) where content is not null;
create index payment_events_object_idx on payment_events (object_ref) where object_ref is not null;
