-- What sellers see of their stall: their products in any order, their orders, their sales by day.

-- Raised by each edit: whoever edits says which one they saw, so that no edit undoes another unseen.
alter table products add column revision integer not null default 1 check (revision > 0);

-- A stall's list in the orders that sales do not change; the rest are sorted, which no seller's list is too long for.
create index products_stall_idx on products (seller_id, product_number) where deleted_at is null;
create index products_stall_name_idx on products (seller_id, search_name, product_number) where deleted_at is null;
create index products_stall_price_idx on products (seller_id, product_price, product_number) where deleted_at is null;
-- Deleted products whose pictures are still there: an admin may take a deletion back for a short while.
create index products_deleted_idx on products (deleted_at) where deleted_at is not null and featured_image <> '';

-- Which orders contain a seller's products. Newest first is a range of this index read backwards.
create table seller_orders (
  seller_id uuid not null references users on delete cascade,
  order_number bigint not null references orders on delete cascade,
  primary key (seller_id, order_number)
);
create index seller_orders_order_number_idx on seller_orders (order_number);

-- A seller's sales of a day (UTC), at the prices paid.
create table seller_days (
  seller_id uuid not null references users on delete cascade,
  day date not null,
  orders bigint not null check (orders >= 0),
  units bigint not null check (units >= 0),
  amount numeric(17, 2) not null check (amount >= 0),
  primary key (seller_id, day)
) with (fillfactor = 70);

-- Adds lines to their sellers' orders and days. Orders are written one after another (each holds the counter), so their
-- sellers' rows are never waited for in a ring. An order whose lines come in two statements counts once.
create function add_seller_sales() returns trigger language plpgsql as $$
begin
  with sold as (
    select seller_id, order_number, (orders.created_at at time zone 'UTC')::date as day,
      sum(quantity) as units, sum(unit_price * quantity) as amount
    from inserted join products using (product_number) join orders using (order_number)
    group by seller_id, order_number, orders.created_at
  ), listed as (
    insert into seller_orders (seller_id, order_number)
    select seller_id, order_number from sold on conflict do nothing
    returning seller_id, order_number
  )
  insert into seller_days as days (seller_id, day, orders, units, amount)
  select seller_id, day, count(listed.order_number), sum(units), sum(amount)
  from sold left join listed using (seller_id, order_number)
  group by seller_id, day
  on conflict (seller_id, day) do update set
    orders = days.orders + excluded.orders,
    units = days.units + excluded.units,
    amount = days.amount + excluded.amount;
  return null;
end $$;
create trigger order_lines_insert after insert on order_lines
  referencing new table as inserted for each statement execute function add_seller_sales();

-- The orders there are already.
insert into seller_orders (seller_id, order_number)
  select distinct seller_id, order_number from order_lines join products using (product_number);
insert into seller_days (seller_id, day, orders, units, amount)
  select seller_id, (orders.created_at at time zone 'UTC')::date, count(distinct order_number),
    sum(quantity), sum(unit_price * quantity)
  from order_lines join products using (product_number) join orders using (order_number)
  group by 1, 2;
