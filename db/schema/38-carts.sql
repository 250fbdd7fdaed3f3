-- Carts of signed-in buyers.

-- One row for each buyer; its lock serializes all changes to the cart.
create table carts (
  user_id uuid primary key references users on delete cascade,
  updated_at timestamptz not null default now()
);

-- Products in carts.
create table cart_lines (
  user_id uuid not null references carts on delete cascade,
  product_number bigint not null references products,
  quantity integer not null check (quantity between 1 and 999),
  created_at timestamptz not null default now(),
  primary key (user_id, product_number)
);
create index cart_lines_product_number_idx on cart_lines (product_number);

-- Merges of a visitor's cart that were applied, by the id that the browser sent, with the response. Those too old to be
-- sent again are removed, oldest first.
create table cart_merges (
  user_id uuid not null references carts on delete cascade,
  merge_id uuid not null,
  dropped text[] not null,
  created_at timestamptz not null default now(),
  primary key (user_id, merge_id)
);
create index cart_merges_created_at_idx on cart_merges (created_at);
