-- Wish lists and stock alerts.

-- Wish lists of signed-in buyers.
create table saved_products (
  user_id uuid not null references users (id) on delete cascade,
  product_number bigint not null references products on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, product_number)
);
create index saved_products_product_number_idx on saved_products (product_number);

-- Buyers who want to know when a sold-out product is back.
create table stock_alerts (
  user_id uuid not null references users on delete cascade,
  product_number bigint not null references products on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_number)
);
create index stock_alerts_created_idx on stock_alerts (created_at);
-- By product, the longest waiting first.
create index stock_alerts_waiting_idx on stock_alerts (product_number, created_at);
