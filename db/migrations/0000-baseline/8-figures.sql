-- Figures that transactions keep exact, so that screens read one row per day instead of summing orders.

create function utc_day(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return (moment at time zone 'UTC')::date;

-- Which orders contain a seller's products. Newest first is a range of this index read backwards.
create table seller_orders (
  seller_id uuid not null references users on delete cascade,
  order_number bigint not null references orders on delete cascade,
  primary key (seller_id, order_number)
);
create index seller_orders_order_number_idx on seller_orders (order_number);

-- A seller's sales of a UTC day, at the prices paid.
create table seller_days (
  seller_id uuid not null references users on delete cascade,
  day date not null,
  orders bigint not null check (orders >= 0),
  units bigint not null check (units >= 0),
  amount numeric(17, 2) not null check (amount >= 0),
  primary key (seller_id, day)
) with (fillfactor = 70);

-- Feeds seller_orders and seller_days. Proved by the rules 'seller_orders are the orders with a seller's products' and
-- 'the figures of seller_days are those of the orders'. Orders are written one after another (each locks the counter), so
-- updates of these rows cannot deadlock. An order whose lines are inserted by two statements counts once.
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

-- Sales of each UTC day. Updating today's row adds no contention: orders already wait for the lock on the counter.
create table order_days (
  day date primary key,
  orders bigint not null check (orders >= 0),
  total_count numeric(20, 2) not null check (total_count >= 0)
) with (fillfactor = 50);

-- Feeds order_days. Proved by the rule 'the figures of order_days are those of the orders'.
create function count_inserted_orders() returns trigger language plpgsql as $$
begin
  insert into order_days as known (day, orders, total_count)
    select utc_day(created_at), count(*), sum(total_count) from inserted group by 1 order by 1
    on conflict (day) do update
      set orders = known.orders + excluded.orders, total_count = known.total_count + excluded.total_count;
  return null;
end $$;
create trigger orders_insert after insert on orders
  referencing new table as inserted for each statement execute function count_inserted_orders();

-- Feeds order_days, too. The application changes neither time nor total and deletes no order; this keeps the figures right
-- when an operator does.
create function recount_order() returns trigger language plpgsql as $$
begin
  update order_days set orders = orders - 1, total_count = total_count - old.total_count
    where day = utc_day(old.created_at);
  if tg_op = 'UPDATE' then
    insert into order_days as known (day, orders, total_count) values (utc_day(new.created_at), 1, new.total_count)
      on conflict (day) do update set orders = known.orders + 1, total_count = known.total_count + new.total_count;
  end if;
  return null;
end $$;
create trigger orders_update after update of created_at, total_count on orders
  for each row when ((old.created_at, old.total_count) is distinct from (new.created_at, new.total_count))
  execute function recount_order();
create trigger orders_delete after delete on orders for each row execute function recount_order();
