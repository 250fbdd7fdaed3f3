-- Payments that buyers dispute at their bank, and surplus that was sent back.
--
-- Cost: none. The new columns have constant defaults, and the check of admin_actions is validated while servers read and write.

alter table payments
  -- Of disputes that are open or lost.
  add column disputed numeric(15, 2) not null default 0,
  -- What came beyond the amount and was sent back.
  add column surplus_returned numeric(15, 2) not null default 0,
  add constraint payments_disputed_check check (disputed between 0 and captured) not valid,
  add constraint payments_surplus_returned_check check (surplus_returned between 0 and surplus) not valid;
alter table payments validate constraint payments_disputed_check;
alter table payments validate constraint payments_surplus_returned_check;

create table disputes (
  dispute_number bigint primary key generated always as identity,
  payment_number bigint not null references payments,
  provider_ref text not null unique check (char_length(provider_ref) <= 255),
  amount numeric(15, 2) not null check (amount > 0),
  fee numeric(9, 2) not null default 0 check (fee >= 0),
  -- The provider's word.
  reason text not null check (char_length(reason) <= 64),
  -- A warning is a question of the bank that holds no money yet.
  dispute_state text not null check (dispute_state in ('warning', 'needs_response', 'under_review', 'won', 'lost')),
  answer_by timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is not null) = (dispute_state in ('won', 'lost')))
);
create index disputes_payment_idx on disputes (payment_number);
create index disputes_open_idx on disputes (answer_by) where ended_at is null;

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('flash_sale', 'delete_product', 'restore_product', 'order_state',
    'suspend_user', 'reinstate_user', 'refund', 'refund_done', 'payment_received', 'payment_look', 'refund_assigned',
    'surplus_returned', 'dispute_answer')) not valid;
alter table admin_actions validate constraint admin_actions_action_check;
