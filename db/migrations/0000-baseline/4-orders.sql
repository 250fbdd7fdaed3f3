-- Orders and their lines.

create table orders (
  order_number bigint primary key check (order_number > 0),
  order_id text not null generated always as (numbered_id('ORD', order_number)) stored unique,
  buyer_id uuid not null references users,
  order_state text not null default 'pending'
    check (order_state in ('pending', 'confirmed', 'delivered', 'cancelled', 'returned')),
  -- The largest legal cart: 100 lines of 999 units at 9,999,999.99.
  total_count numeric(15, 2) not null check (total_count >= 0 and total_count <= 998999999001.00),
  -- Distinct product ids, in the order of the lines.
  products_id jsonb not null check (jsonb_typeof(products_id) = 'array' and jsonb_array_length(products_id) between 1 and 100),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384),
  payment_method text not null check (payment_method in ('credit_card', 'paypal', 'bank_transfer')),
  created_at timestamptz not null default now()
);
create index orders_buyer_idx on orders (buyer_id, order_number desc);
create index orders_created_at_idx on orders (created_at);

create table order_lines (
  order_number bigint not null references orders,
  line_number smallint not null check (line_number between 1 and 100),
  product_number bigint not null references products,
  -- As sold: a later change of the product does not change an order.
  product_name text not null check (char_length(product_name) between 1 and 200),
  unit_price numeric(9, 2) not null check (unit_price >= 0 and unit_price <= 9999999.99),
  quantity integer not null check (quantity between 1 and 999),
  primary key (order_number, line_number),
  unique (order_number, product_number)
);
create index order_lines_product_number_idx on order_lines (product_number);

-- Responses to requests with an Idempotency-Key, kept at least 24 hours.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The order as it was returned.
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
