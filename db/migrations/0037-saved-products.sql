-- What signed-in buyers have on their wish lists.
create table saved_products (
  user_id uuid not null references users (id) on delete cascade,
  product_number bigint not null references products on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, product_number)
);
create index saved_products_product_number_idx on saved_products (product_number);
