-- Figures that transactions keep exact, so that screens read one row per day instead of summing orders. What was cancelled
-- and came back is counted by units: by product, by seller and day, and by day.

-- Sales of each day. Updating today's row adds no contention: orders already wait for the lock on the counter.
create table order_days (
  day date primary key,
  orders bigint not null check (orders >= 0),
  total_count numeric(20, 2) not null check (total_count >= 0)
) with (fillfactor = 50);

-- A seller's sales of a day, at the prices paid.
create table seller_days (
  seller_id uuid not null references users on delete cascade,
  day date not null,
  orders bigint not null check (orders >= 0),
  units bigint not null check (units >= 0),
  amount numeric(17, 2) not null check (amount >= 0),
  primary key (seller_id, day)
) with (fillfactor = 70);

-- Not strict: a strict function whose body has an array is called for each row, this one is written into the statement that
-- uses it.
create function is_reversed(order_state text) returns boolean
  language sql immutable parallel safe
  return order_state = any (array['cancelled', 'returned']);

-- How many units of a line were cancelled or came back; all when its order is cancelled or returned as a whole.
create function reversed_units(order_state text, quantity integer, cancelled smallint, returned_units smallint)
  returns bigint language sql immutable parallel safe
  return case when is_reversed(order_state) then quantity else cancelled + returned_units end;

-- In tables of their own: orders that are placed never wait for changes of state.
create table seller_reversals (
  seller_id uuid not null references users on delete cascade,
  day date not null,
  units bigint not null check (units >= 0),
  amount numeric(17, 2) not null check (amount >= 0),
  primary key (seller_id, day)
) with (fillfactor = 70);

-- The same by product, of all days.
create table product_reversals (
  product_number bigint primary key references products on delete cascade,
  units bigint not null check (units >= 0)
) with (fillfactor = 70);

-- The same by day, with the orders that were cancelled or came back as a whole.
create table order_reversals (
  day date primary key,
  orders bigint not null check (orders >= 0),
  total_count numeric(20, 2) not null check (total_count >= 0)
) with (fillfactor = 50);

create function count_inserted_orders() returns trigger language plpgsql as $$
begin
  insert into order_days as known (day, orders, total_count)
    select market_day(created_at), count(*), sum(total_count) from inserted group by 1 order by 1
    on conflict (day) do update
      set orders = known.orders + excluded.orders, total_count = known.total_count + excluded.total_count;
  return null;
end $$;
create trigger orders_insert after insert on orders
  referencing new table as inserted for each statement execute function count_inserted_orders();
comment on trigger orders_insert on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';

-- The application changes neither time nor total and deletes no order; this keeps the figures right
-- when an operator does.
create function recount_order() returns trigger language plpgsql as $$
begin
  update order_days set orders = orders - 1, total_count = total_count - old.total_count
    where day = market_day(old.created_at);
  if tg_op = 'UPDATE' then
    insert into order_days as known (day, orders, total_count) values (market_day(new.created_at), 1, new.total_count)
      on conflict (day) do update set orders = known.orders + 1, total_count = known.total_count + new.total_count;
  end if;
  return null;
end $$;
create trigger orders_update after update of created_at, total_count on orders
  for each row when ((old.created_at, old.total_count) is distinct from (new.created_at, new.total_count))
  execute function recount_order();
comment on trigger orders_update on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';
create trigger orders_delete after delete on orders for each row execute function recount_order();
comment on trigger orders_delete on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';

-- Adds orders and an amount to what was reversed on a day.
create function add_order_reversal(on_day date, orders_by integer, amount_by numeric) returns void language plpgsql as $$
begin
  insert into order_reversals (day, orders, total_count) values (on_day, 0, 0) on conflict do nothing;
  update order_reversals set orders = orders + orders_by, total_count = total_count + amount_by where day = on_day;
end $$;

-- Adds units of products, and what was paid for them, to the figures of products and of sellers' days. Rows are locked in
-- the order of the sellers, days and products, so changes of several orders cannot deadlock.
create function add_reversals(
  sellers uuid[], numbers bigint[], days date[], units_by bigint[], amounts_by numeric[]
) returns void
  language plpgsql as $$
declare
  change record;
begin
  for change in
    select seller_id, day, sum(units) as units, sum(amount) as amount
    from unnest(sellers, days, units_by, amounts_by) as changed (seller_id, day, units, amount)
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

-- An order whose state, day or total has changed. Units that are cancelled already are not counted again.
create function count_reversal() returns trigger language plpgsql as $$
declare
  units_amount numeric;
begin
  if tg_op = 'UPDATE' then
    perform add_reversals(
      array_agg(seller_id), array_agg(product_number), array_agg(day), array_agg(units), array_agg(amount))
    from (
      select seller_id, product_number, day, sum(sign * units)::bigint as units,
        sum(sign * amount_of_units(amount, quantity, units)) as amount
      from order_lines cross join lateral (values
        (market_day(old.created_at), -1, reversed_units(old.order_state, quantity, cancelled, returned_units)),
        (market_day(new.created_at), 1, reversed_units(new.order_state, quantity, cancelled, returned_units))
      ) as change (day, sign, units)
      where order_number = new.order_number group by 1, 2, 3 having sum(sign * units) <> 0
    ) changes;
  end if;
  select coalesce(sum(amount_of_units(amount, quantity, cancelled + returned_units)), 0) into units_amount from order_lines
    where order_number = case when tg_op = 'DELETE' then old.order_number else new.order_number end;
  if tg_op <> 'INSERT' then
    perform add_order_reversal(market_day(old.created_at), -is_reversed(old.order_state)::integer,
      -case when is_reversed(old.order_state) then old.total_count else units_amount end);
  end if;
  if tg_op <> 'DELETE' then
    perform add_order_reversal(market_day(new.created_at), is_reversed(new.order_state)::integer,
      case when is_reversed(new.order_state) then new.total_count else units_amount end);
  end if;
  return null;
end $$;
create trigger orders_reversal after update of order_state, created_at, total_count on orders
  for each row when (
    is_reversed(old.order_state) <> is_reversed(new.order_state)
    or (old.created_at, old.total_count) is distinct from (new.created_at, new.total_count)
  )
  execute function count_reversal();
comment on trigger orders_reversal on orders is
  'Feeds seller_reversals, product_reversals, order_reversals. Proved by: seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back; order_reversals are what was cancelled or came back.';
-- Orders are placed pending; those of the demo, and of operators, may be inserted in any state.
create trigger orders_reversal_insert after insert on orders
  for each row when (is_reversed(new.order_state)) execute function count_reversal();
comment on trigger orders_reversal_insert on orders is
  'Feeds order_reversals. Proved by: order_reversals are what was cancelled or came back.';
create trigger orders_reversal_delete after delete on orders
  for each row when (is_reversed(old.order_state)) execute function count_reversal();
comment on trigger orders_reversal_delete on orders is
  'Feeds order_reversals. Proved by: order_reversals are what was cancelled or came back.';

-- Units of lines that were cancelled or came back. Those of an order that is cancelled as a whole are counted already.
create function count_reversed_units() returns trigger language plpgsql as $$
declare
  change record;
begin
  perform add_reversals(
    array_agg(seller_id), array_agg(product_number), array_agg(day), array_agg(units), array_agg(amount))
  from (
    select after.seller_id, after.product_number, market_day(created_at) as day,
      (after.cancelled + after.returned_units - before.cancelled - before.returned_units)::bigint as units,
      amount_of_units(after.amount, after.quantity, after.cancelled + after.returned_units)
        - amount_of_units(before.amount, before.quantity, before.cancelled + before.returned_units) as amount
    from before join after using (order_number, line_number) join orders using (order_number)
    where not is_reversed(order_state)
      and after.cancelled + after.returned_units <> before.cancelled + before.returned_units
  ) changes;
  for change in
    select market_day(created_at) as day,
      sum(amount_of_units(after.amount, after.quantity, after.cancelled + after.returned_units)
        - amount_of_units(before.amount, before.quantity, before.cancelled + before.returned_units)) as amount
    from before join after using (order_number, line_number) join orders using (order_number)
    where not is_reversed(order_state) group by 1 order by 1
  loop
    if change.amount <> 0 then
      perform add_order_reversal(change.day, 0, change.amount);
    end if;
  end loop;
  update seller_orders part set returned_goods = part.returned_goods + came_back.amount
    from (
      -- Those that are cancelled count first: a cancellation may move a cent between the two.
      select order_number, after.seller_id,
        sum(amount_of_units(after.amount, after.quantity, after.cancelled + after.returned_units)
          - amount_of_units(after.amount, after.quantity, after.cancelled)
          - amount_of_units(before.amount, before.quantity, before.cancelled + before.returned_units)
          + amount_of_units(before.amount, before.quantity, before.cancelled)) as amount
      from before join after using (order_number, line_number)
      where after.returned_units + before.returned_units > 0 group by 1, 2
    ) came_back
    where amount <> 0 and part.order_number = came_back.order_number and part.seller_id = came_back.seller_id;
  return null;
end $$;
create trigger order_lines_update after update on order_lines
  referencing old table as before new table as after for each statement execute function count_reversed_units();
comment on trigger order_lines_update on order_lines is
  'Feeds seller_orders, seller_reversals, product_reversals, order_reversals. Proved by: every seller order has its number, its goods and its placed event; seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back; order_reversals are what was cancelled or came back.';

-- Has everything count by the days of a zone, back to the first order. Of several calls at once, one sums the figures anew.
-- Raises invalid_parameter_value for a zone that is unknown here.
create function set_time_zone(zone text) returns void language plpgsql as $$
begin
  perform now() at time zone zone;
  -- Whatever changes the figures locks an order first. None is counted by a zone that changes meanwhile.
  lock table orders, order_lines in exclusive mode;
  update settings set time_zone = zone, revision = revision + 1 where time_zone <> zone;
  if not found then
    return;
  end if;
  delete from order_days;
  insert into order_days (day, orders, total_count)
    select (created_at at time zone zone)::date, count(*), sum(total_count) from orders group by 1;
  delete from seller_days;
  insert into seller_days (seller_id, day, orders, units, amount)
    select seller_id, (orders.created_at at time zone zone)::date, count(distinct order_number), sum(quantity),
      sum(amount)
    from order_lines join orders using (order_number) group by 1, 2;
  delete from seller_reversals;
  insert into seller_reversals (seller_id, day, units, amount)
    select seller_id, (orders.created_at at time zone zone)::date, sum(reversed),
      sum(amount_of_units(amount, quantity, reversed))
    from order_lines join orders using (order_number)
      cross join lateral (select reversed_units(order_state, quantity, cancelled, returned_units) as reversed) units
    where reversed > 0 group by 1, 2;
  delete from order_reversals;
  insert into order_reversals (day, orders, total_count)
    select (created_at at time zone zone)::date, count(*) filter (where is_reversed(order_state)),
      sum(case when is_reversed(order_state) then total_count else coalesce(amount, 0) end)
    from orders left join (
      select order_number, sum(amount_of_units(amount, quantity, cancelled + returned_units)) as amount from order_lines
      where cancelled + returned_units > 0 group by 1
    ) units using (order_number)
    where is_reversed(order_state) or amount is not null group by 1;
end $$;
