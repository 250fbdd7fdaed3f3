-- Payments that are reserved on a card when the order is placed, and taken when it is shipped.
--
-- Cost: none. The new columns are null or have a constant default.

alter table payments
  -- Authorised, the provider is asked then to take the money, or what is left of it.
  add column capture_at timestamptz,
  -- Of what was cancelled before: it is not taken.
  add column released numeric(15, 2) not null default 0,
  add constraint payments_released_check check (released between 0 and amount) not valid,
  add constraint payments_capture_at_check check (capture_at is not null or payment_state <> 'authorized') not valid;
alter table payments validate constraint payments_released_check;
alter table payments validate constraint payments_capture_at_check;
create index payments_capture_idx on payments (capture_at) where payment_state = 'authorized';
