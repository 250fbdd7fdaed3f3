-- Payments that buyers dispute at their bank.

-- Disputes as the provider reports them.
create table disputes (
  dispute_number bigint primary key generated always as identity,
  payment_number bigint not null references payments,
  provider_ref text not null unique check (char_length(provider_ref) <= 255),
  amount numeric(15, 2) not null check (amount > 0),
  fee numeric(9, 2) not null default 0 check (fee >= 0),
  -- The provider's code.
  reason text not null check (char_length(reason) <= 64),
  -- `warning` is an inquiry: the bank does not hold the money yet.
  dispute_state text not null check (dispute_state in ('warning', 'needs_response', 'under_review', 'won', 'lost')),
  answer_by timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is not null) = (dispute_state in ('won', 'lost')))
);
create index disputes_payment_idx on disputes (payment_number);
create index disputes_open_idx on disputes (answer_by) where ended_at is null;
