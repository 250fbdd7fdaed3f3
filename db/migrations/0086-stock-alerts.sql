-- Buyers who want to know when a product that is sold out is back.
--
-- Cost: none. A new table only.

create table stock_alerts (
  user_id uuid not null references users on delete cascade,
  product_number bigint not null references products on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_number)
);
create index stock_alerts_product_idx on stock_alerts (product_number);
create index stock_alerts_created_idx on stock_alerts (created_at);
