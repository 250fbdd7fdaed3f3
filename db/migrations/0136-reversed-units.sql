-- What was cancelled and came back is counted by units, also of orders that go on: by product, by seller and day, and by day.
--
-- Cost: orders cannot be written until the end: some seconds for 1,000,000 orders.

lock table orders, order_lines in share row exclusive mode;

-- How many units of a line were cancelled or came back; all when its order is cancelled or returned as a whole.
create function reversed_units(order_state text, quantity integer, cancelled smallint, returned_units smallint)
  returns bigint language sql immutable parallel safe
  return case when is_reversed(order_state) then quantity else cancelled + returned_units end;

create table product_reversals (
  product_number bigint primary key references products on delete cascade,
  units bigint not null check (units >= 0)
) with (fillfactor = 70);

alter table seller_orders add column returned_goods numeric(15, 2) not null default 0 check (returned_goods >= 0);

insert into product_reversals (product_number, units)
  select product_number, sum(reversed_units(order_state, quantity, cancelled, returned_units))
  from order_lines join orders using (order_number)
  where reversed_units(order_state, quantity, cancelled, returned_units) > 0 group by 1;
delete from seller_reversals;
insert into seller_reversals (seller_id, day, units, amount)
  select seller_id, utc_day(orders.created_at), sum(reversed_units(order_state, quantity, cancelled, returned_units)),
    sum(unit_price * reversed_units(order_state, quantity, cancelled, returned_units))
  from order_lines join orders using (order_number) join products using (product_number)
  where reversed_units(order_state, quantity, cancelled, returned_units) > 0 group by 1, 2;
insert into order_reversals as known (day, orders, total_count)
  select utc_day(orders.created_at), 0, sum(unit_price * (cancelled + returned_units))
  from order_lines join orders using (order_number)
  where cancelled + returned_units > 0 and not is_reversed(order_state) group by 1
  on conflict (day) do update set total_count = known.total_count + excluded.total_count;
update seller_orders part set returned_goods = came_back.amount
  from (
    select order_number, seller_id, sum(unit_price * returned_units) as amount
    from order_lines join products using (product_number) where returned_units > 0 group by 1, 2
  ) came_back
  where part.order_number = came_back.order_number and part.seller_id = came_back.seller_id;

-- Adds units of products, and what was paid for them, to the figures of products and of sellers' days. Rows are locked in
-- the order of the sellers, days and products, so changes of several orders cannot deadlock.
create function add_reversals(numbers bigint[], days date[], units_by bigint[], amounts_by numeric[]) returns void
  language plpgsql as $$
declare
  change record;
begin
  for change in
    select seller_id, day, sum(units) as units, sum(amount) as amount
    from unnest(numbers, days, units_by, amounts_by) as changed (product_number, day, units, amount)
      join products using (product_number)
    group by 1, 2 order by 1, 2
  loop
    insert into seller_reversals (seller_id, day, units, amount) values (change.seller_id, change.day, 0, 0)
      on conflict do nothing;
    update seller_reversals set units = units + change.units, amount = amount + change.amount
      where seller_id = change.seller_id and day = change.day;
  end loop;
  for change in
    select product_number, sum(units) as units from unnest(numbers, units_by) as changed (product_number, units)
    group by 1 order by 1
  loop
    insert into product_reversals (product_number, units) values (change.product_number, 0) on conflict do nothing;
    update product_reversals set units = units + change.units where product_number = change.product_number;
  end loop;
end $$;

create function add_order_reversal(on_day date, orders_by integer, amount_by numeric) returns void language plpgsql as $$
begin
  insert into order_reversals (day, orders, total_count) values (on_day, 0, 0) on conflict do nothing;
  update order_reversals set orders = orders + orders_by, total_count = total_count + amount_by where day = on_day;
end $$;

-- An order whose state, day or total has changed. Units that are cancelled already are not counted again.
create or replace function count_reversal() returns trigger language plpgsql as $$
declare
  units_amount numeric;
begin
  if tg_op = 'UPDATE' then
    perform add_reversals(array_agg(product_number), array_agg(day), array_agg(units), array_agg(units * unit_price))
    from (
      select product_number, unit_price, day, sum(units)::bigint as units
      from order_lines cross join lateral (values
        (utc_day(old.created_at), -reversed_units(old.order_state, quantity, cancelled, returned_units)),
        (utc_day(new.created_at), reversed_units(new.order_state, quantity, cancelled, returned_units))
      ) as change (day, units)
      where order_number = new.order_number group by 1, 2, 3 having sum(units) <> 0
    ) changes;
  end if;
  select coalesce(sum((cancelled + returned_units) * unit_price), 0) into units_amount from order_lines
    where order_number = case when tg_op = 'DELETE' then old.order_number else new.order_number end;
  if tg_op <> 'INSERT' then
    perform add_order_reversal(utc_day(old.created_at), -is_reversed(old.order_state)::integer,
      -case when is_reversed(old.order_state) then old.total_count else units_amount end);
  end if;
  if tg_op <> 'DELETE' then
    perform add_order_reversal(utc_day(new.created_at), is_reversed(new.order_state)::integer,
      case when is_reversed(new.order_state) then new.total_count else units_amount end);
  end if;
  return null;
end $$;
drop function add_reversal(orders);
drop function remove_reversal(orders);

-- Units of lines that were cancelled or came back. Those of an order that is cancelled as a whole are counted already.
create function count_reversed_units() returns trigger language plpgsql as $$
declare
  change record;
begin
  perform add_reversals(array_agg(product_number), array_agg(day), array_agg(units), array_agg(units * unit_price))
  from (
    select after.product_number, after.unit_price, utc_day(created_at) as day,
      (after.cancelled + after.returned_units - before.cancelled - before.returned_units)::bigint as units
    from before join after using (order_number, line_number) join orders using (order_number)
    where not is_reversed(order_state)
      and after.cancelled + after.returned_units <> before.cancelled + before.returned_units
  ) changes;
  for change in
    select utc_day(created_at) as day,
      sum(after.unit_price * (after.cancelled + after.returned_units - before.cancelled - before.returned_units)) as amount
    from before join after using (order_number, line_number) join orders using (order_number)
    where not is_reversed(order_state) group by 1 order by 1
  loop
    if change.amount <> 0 then
      perform add_order_reversal(change.day, 0, change.amount);
    end if;
  end loop;
  update seller_orders part set returned_goods = part.returned_goods + came_back.amount
    from (
      select order_number, seller_id, sum(after.unit_price * (after.returned_units - before.returned_units)) as amount
      from before join after using (order_number, line_number) join products on products.product_number = after.product_number
      where after.returned_units <> before.returned_units group by 1, 2
    ) came_back
    where part.order_number = came_back.order_number and part.seller_id = came_back.seller_id;
  return null;
end $$;
create trigger order_lines_update after update on order_lines
  referencing old table as before new table as after for each statement execute function count_reversed_units();

create or replace function add_seller_sales() returns trigger language plpgsql as $$
begin
  with sold as (
    select seller_id, order_number, utc_day(orders.created_at) as day, orders.created_at, order_state,
      sum(quantity) as units, sum(unit_price * quantity) as amount, sum(unit_price * returned_units) as returned,
      min(line_number) as first_line
    from inserted join products using (product_number) join orders using (order_number)
    group by seller_id, order_number, orders.created_at, order_state
  ), listed as (
    insert into seller_orders as known (
      seller_id, order_number, number, state, goods, cancelled_goods, returned_goods, ship_by, confirmed_at, ended_at,
      sold_by
    )
    select seller_id, order_number,
      coalesce((select max(number) from seller_orders earlier where earlier.order_number = sold.order_number), 0)
        + row_number() over (partition by order_number order by earlier.number is not null, first_line),
      order_state, amount, case when order_state = 'cancelled' then amount else 0 end, returned,
      working_day_after(day, 3), case when order_state not in ('pending', 'cancelled') then sold.created_at end,
      case when order_state not in ('pending', 'confirmed') then sold.created_at end,
      (select declared_by(page) from seller_pages page where page.seller_id = sold.seller_id)
    from sold left join seller_orders earlier using (seller_id, order_number)
    on conflict (seller_id, order_number) do update set
      goods = known.goods + excluded.goods, cancelled_goods = known.cancelled_goods + excluded.cancelled_goods,
      returned_goods = known.returned_goods + excluded.returned_goods
    returning seller_id, order_number, xmax = 0 as is_new
  ), recorded as (
    -- Orders that are imported are not announced.
    insert into order_events (order_number, seller_id, kind, by_role, announced, created_at)
    select order_number, seller_id, 'placed', 'buyer', created_at < now() - interval '1 day', created_at
    from listed join sold using (seller_id, order_number) where is_new order by order_number, first_line
  )
  insert into seller_days as days (seller_id, day, orders, units, amount)
  select seller_id, day, count(listed.order_number) filter (where is_new), sum(units), sum(amount)
  from sold left join listed using (seller_id, order_number)
  group by seller_id, day
  on conflict (seller_id, day) do update set
    orders = days.orders + excluded.orders,
    units = days.units + excluded.units,
    amount = days.amount + excluded.amount;
  -- Orders are placed pending; those of the demo, and of operators, may be inserted in any state.
  if exists (
    select from inserted join orders using (order_number) where order_state in ('delivered', 'cancelled', 'returned')
  ) then
    perform add_reversals(
      array_agg(product_number), array_agg(utc_day(orders.created_at)), array_agg(quantity::bigint),
      array_agg(unit_price * quantity)
    )
    from inserted join orders using (order_number) where is_reversed(order_state);
    update order_lines line set
      cancelled = case when order_state = 'cancelled' then line.quantity else 0 end,
      sent = case when order_state <> 'cancelled' then line.quantity else 0 end,
      returned_units = case when order_state = 'returned' then line.quantity else 0 end
    from inserted join orders using (order_number)
    where line.order_number = inserted.order_number and line.line_number = inserted.line_number
      and order_state in ('delivered', 'cancelled', 'returned');
  end if;
  return null;
end $$;

comment on trigger order_lines_insert on order_lines is
  'Feeds seller_orders, order_events, seller_days, seller_reversals, product_reversals. Proved by: seller_orders are the orders with a seller''s products; every seller order has its number, its goods and its placed event; the figures of seller_days are those of the orders; seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back.';
comment on trigger order_lines_update on order_lines is
  'Feeds seller_orders, seller_reversals, product_reversals, order_reversals. Proved by: every seller order has its number, its goods and its placed event; seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back; order_reversals are what was cancelled or came back.';
comment on trigger orders_reversal on orders is
  'Feeds seller_reversals, product_reversals, order_reversals. Proved by: seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back; order_reversals are what was cancelled or came back.';
comment on trigger orders_reversal_insert on orders is
  'Feeds order_reversals. Proved by: order_reversals are what was cancelled or came back.';
comment on trigger orders_reversal_delete on orders is
  'Feeds order_reversals. Proved by: order_reversals are what was cancelled or came back.';
