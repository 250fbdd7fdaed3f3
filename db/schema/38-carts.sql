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

-- Applied merges of visitors' carts, by the id that the browser sent, with the response for retries. Deleted when they are
-- too old to be retried.
create table cart_merges (
  user_id uuid not null references carts on delete cascade,
  merge_id uuid not null,
  dropped text[] not null,
  created_at timestamptz not null default now(),
  primary key (user_id, merge_id)
);
create index cart_merges_created_at_idx on cart_merges (created_at);

-- Removes bought units from carts, which the caller has locked, and gives them a new version. Units added meanwhile stay.
-- With the arrays in subqueries one generic plan serves all lengths.
create function take_from_cart(buyers uuid[], products bigint[], quantities integer[]) returns void language plpgsql as $$
begin
  update carts set updated_at = now() where user_id = any(buyers);
  with bought as (
    select * from unnest((select buyers), (select products), (select quantities)) line (user_id, product_number, quantity)
  ), emptied as (
    delete from cart_lines line using bought
    where (line.user_id, line.product_number) = (bought.user_id, bought.product_number) and line.quantity <= bought.quantity
  )
  update cart_lines line set quantity = line.quantity - bought.quantity from bought
  where (line.user_id, line.product_number) = (bought.user_id, bought.product_number) and line.quantity > bought.quantity;
end $$;
