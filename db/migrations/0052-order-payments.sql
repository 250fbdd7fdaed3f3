-- Bank transfers that are awaited and come, and what admins do with payments.
--
-- Cost: none for tables that are empty with PAYMENTS=off; the check of admin_actions is validated while servers read and write.

-- Until when the money of a bank transfer is awaited, and when its buyer was reminded.
alter table payments
  add column pay_by timestamptz,
  add column reminded_at timestamptz,
  add constraint payments_pay_by_check check (pay_by is not null or payment_state <> 'awaiting_transfer') not valid;
alter table payments validate constraint payments_pay_by_check;
create index payments_awaited_idx on payments (pay_by) where payment_state = 'awaiting_transfer';

-- Money that came by bank transfer.
create table payment_receipts (
  receipt_number bigint primary key generated always as identity,
  payment_number bigint not null references payments,
  amount numeric(15, 2) not null check (amount > 0),
  received_on date not null,
  -- The bank's.
  reference text check (char_length(reference) between 1 and 100),
  -- Null in the sandbox.
  by_user uuid references users on delete set null,
  created_at timestamptz not null
);
create index payment_receipts_payment_idx on payment_receipts (payment_number);
create index payment_receipts_user_idx on payment_receipts (by_user) where by_user is not null;

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('flash_sale', 'delete_product', 'restore_product', 'order_state',
    'suspend_user', 'reinstate_user', 'refund', 'refund_done', 'payment_received', 'payment_look')) not valid;
alter table admin_actions validate constraint admin_actions_action_check;

-- The admins' list of payments.
create index payments_state_idx on payments (payment_state, payment_number);
create index payment_events_object_idx on payment_events (object_ref) where object_ref is not null;
