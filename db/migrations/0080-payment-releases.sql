-- What admins decide to take less of a payment that is only reserved. Such money does not go back, as it is never taken.
--
-- Cost: none. A new table.

create table payment_releases (
  -- As the request named it: the same one again changes nothing.
  release_id uuid primary key,
  payment_number bigint not null references payments,
  seller_id uuid not null references users,
  amount numeric(15, 2) not null check (amount > 0),
  reason text not null check (reason in ('cancelled', 'returned', 'goodwill')),
  note text check (char_length(note) <= 500),
  by_user uuid references users on delete set null,
  created_at timestamptz not null
);
create index payment_releases_payment_idx on payment_releases (payment_number);
create index payment_releases_seller_idx on payment_releases (seller_id);
create index payment_releases_by_idx on payment_releases (by_user) where by_user is not null;
