-- Figures of days and products, so that screens need not sum orders. `figures_of` returns the contribution of a row.
-- Triggers append each change of a contribution to `figure_changes`, so that transactions do not wait for each other's
-- figures; a job adds the changes to the sums. Readers add the changes that remain.

-- Not strict: a strict function whose body has an array is called for each row; these are inlined.
create function is_reversed(order_state text) returns boolean
  language sql immutable parallel safe
  return order_state = any (array['cancelled', 'returned']);

-- The cancelled and returned units of a line; all of them when its order is cancelled or returned as a whole.
create function reversed_units(order_state text, quantity integer, cancelled smallint, returned_units smallint)
  returns bigint language sql immutable parallel safe
  return case when is_reversed(order_state) then quantity else cancelled + returned_units end;

-- The delivery that goes back of a seller order: all of it when that was cancelled, the cheapest that was offered when it came
-- back; less than nothing where the whole total of its order counts as reversed. What was added is a refund, as goodwill is.
create function reversed_delivery(part seller_orders, order_state text) returns setof numeric
  language sql stable parallel safe as $$
  select case part.state when 'returned' then cheapest else amount end - is_reversed(order_state)::integer * amount
  from order_deliveries
  where seller_id = part.seller_id and order_number = part.order_number and is_reversed(part.state)
$$;

-- A seller's sales of a day at the prices paid, and how much of them was reversed: cancelled or returned. They are goods
-- alone. The row without a seller sums the totals of all orders, with delivery; it has no units. Changes are added in any
-- order, so a sum may be negative for a moment. When a seller or product is deleted with its orders, the sum becomes 0.
create table day_sums (
  seller_id uuid,
  day date not null,
  orders bigint not null,
  units bigint not null,
  amount numeric(20, 2) not null,
  -- Orders that were cancelled or returned as a whole.
  reversed_orders bigint not null,
  reversed_units bigint not null,
  reversed_amount numeric(20, 2) not null,
  unique nulls not distinct (seller_id, day)
) with (fillfactor = 70);

-- The cancelled and returned units of a product, on all days.
create table product_sums (
  product_number bigint primary key,
  reversed_units bigint not null
) with (fillfactor = 70);

-- Changes not yet added to the sums; `product_number` is the product of reversed units.
create table figure_changes (like day_sums, product_number bigint);
-- Without a key, logical replication (for upgrades) could not delete rows.
alter table figure_changes replica identity full;
create index figure_changes_day_idx on figure_changes (seller_id, day);
create index figure_changes_product_idx on figure_changes (product_number) where reversed_units <> 0;

create view day_figures as
  select * from day_sums
  union all
  select seller_id, day, orders, units, amount, reversed_orders, reversed_units, reversed_amount from figure_changes;
create view product_changes as
  select product_number, sum(reversed_units)::bigint as reversed_units from figure_changes
  where reversed_units <> 0 group by product_number;

-- The contribution of an order, `times` 1 or -1.
create function figures_of(placed orders, times integer) returns setof figure_changes language sql stable as $$
  select null::uuid, (placed.created_at at time zone (select time_zone from settings))::date, times, 0,
    times * placed.total_count, times * is_reversed(placed.order_state)::integer, 0,
    times * is_reversed(placed.order_state)::integer * placed.total_count, null::bigint
$$;
-- The reversed delivery of a seller order, for the whole.
create function reversed_figures_of(part seller_orders, order_state text, ordered_at timestamptz, times integer)
  returns setof figure_changes language sql stable as $$
  select null::uuid, (ordered_at at time zone (select time_zone from settings))::date, 0, 0, 0, 0, 0, times * reversed, null::bigint
  from reversed_delivery(part, order_state) reversed
$$;
-- The contribution of a seller order: one order of its seller.
create function figures_of(part seller_orders, order_state text, ordered_at timestamptz, times integer)
  returns setof figure_changes language sql stable as $$
  select part.seller_id, (ordered_at at time zone (select time_zone from settings))::date, times, 0, 0, 0, 0, 0, null::bigint
  union all
  select * from reversed_figures_of(part, order_state, ordered_at, times)
$$;
-- The reversed part of a line: for its seller, and for the whole unless its order is reversed as a whole.
create function reversed_figures_of(line order_lines, order_state text, ordered_at timestamptz, times integer)
  returns setof figure_changes language sql stable as $$
  select line.seller_id, (ordered_at at time zone (select time_zone from settings))::date, 0, 0, 0, 0, times * reversed,
    times * amount_of_units(line.amount, line.quantity, reversed), line.product_number
  from (
    select reversed_units(order_state, line.quantity, line.cancelled, line.returned_units) as reversed
  ) units
  where reversed > 0
  union all
  select null, (ordered_at at time zone (select time_zone from settings))::date, 0, 0, 0, 0, 0,
    times * amount_of_units(line.amount, line.quantity, line.cancelled + line.returned_units), null
  where line.cancelled + line.returned_units > 0 and not is_reversed(order_state)
$$;
-- The contribution of a line.
create function figures_of(line order_lines, order_state text, ordered_at timestamptz, times integer)
  returns setof figure_changes language sql stable as $$
  select line.seller_id, (ordered_at at time zone (select time_zone from settings))::date, 0, times * line.quantity,
    times * line.amount, 0, 0, 0, null::bigint
  union all
  select * from reversed_figures_of(line, order_state, ordered_at, times)
$$;

-- The contributions of all orders.
create view order_figures as
  select figures.* from orders, figures_of(orders, 1) figures
  union all
  select figures.* from orders join seller_orders part using (order_number),
    figures_of(part, order_state, orders.created_at, 1) figures
  union all
  select figures.* from orders join order_lines line using (order_number),
    figures_of(line, order_state, orders.created_at, 1) figures;

create function record_order_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (is_reversed(old.order_state), old.created_at, old.total_count)
      = (is_reversed(new.order_state), new.created_at, new.total_count) then
      return null;
    end if;
    insert into figure_changes
      select figures.*
      from (values (old.order_state, old.created_at, -1), (new.order_state, new.created_at, 1))
        version (order_state, ordered_at, times)
      cross join lateral (
        select figures.* from seller_orders part, figures_of(part, order_state, ordered_at, times) figures
        where part.order_number = new.order_number
        union all
        select figures.* from order_lines line, figures_of(line, order_state, ordered_at, times) figures
        where line.order_number = new.order_number
      ) figures;
  end if;
  if tg_op <> 'INSERT' then
    insert into figure_changes select * from figures_of(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes select * from figures_of(new, 1);
  end if;
  return null;
end $$;
create trigger orders_figures after insert or update of order_state, created_at, total_count or delete on orders
  for each row execute function record_order_figures();
comment on trigger orders_figures on orders is
  'Feeds figure_changes. Proved by: the figures of days are those of the orders; the figures of products are those of the orders.';

-- For updates and deletions; `add_seller_orders` appends the contributions of inserted rows.
create function record_part_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.quantity, old.amount, old.cancelled + old.returned_units)
      = (new.quantity, new.amount, new.cancelled + new.returned_units) then
      return null;
    end if;
    insert into figure_changes
      select figures.* from orders, figures_of(new, order_state, created_at, 1) figures
      where order_number = new.order_number;
  end if;
  insert into figure_changes
    select figures.* from orders, figures_of(old, order_state, created_at, -1) figures
    where order_number = old.order_number;
  return null;
end $$;
create trigger seller_orders_figures after delete on seller_orders
  for each row execute function record_part_figures();
comment on trigger seller_orders_figures on seller_orders is
  'Feeds figure_changes. Proved by: the figures of days are those of the orders.';
create function record_reversed_delivery() returns trigger language plpgsql as $$
begin
  insert into figure_changes
    select figures.* from orders, reversed_figures_of(old, order_state, created_at, -1) figures
    where order_number = old.order_number
    union all
    select figures.* from orders, reversed_figures_of(new, order_state, created_at, 1) figures
    where order_number = new.order_number;
  return null;
end $$;
create trigger seller_orders_reversed after update of state on seller_orders
  for each row when (old.state <> new.state and (is_reversed(old.state) or is_reversed(new.state)))
  execute function record_reversed_delivery();
comment on trigger seller_orders_reversed on seller_orders is
  'Feeds figure_changes. Proved by: the figures of days are those of the orders.';
create trigger order_lines_figures
  after update of quantity, amount, cancelled, returned_units or delete on order_lines
  for each row execute function record_part_figures();
comment on trigger order_lines_figures on order_lines is
  'Feeds figure_changes. Proved by: the figures of days are those of the orders; the figures of products are those of the orders.';

-- Adds at most `max_changes` changes to the sums; returns whether there may be more. Of concurrent calls only one does it.
create function add_up_figures(max_changes integer) returns boolean language plpgsql as $$
declare
  added integer;
begin
  if not pg_try_advisory_xact_lock(7465007) then
    return false;
  end if;
  with changes as (
    delete from figure_changes where ctid = any(array(select ctid from figure_changes limit max_changes)) returning *
  ), of_products as (
    insert into product_sums as sums (product_number, reversed_units)
    select product_number, sum(changes.reversed_units) from changes where changes.reversed_units <> 0 group by product_number
    on conflict (product_number) do update set reversed_units = sums.reversed_units + excluded.reversed_units
  ), of_days as (
    insert into day_sums as sums
    select seller_id, day, sum(orders), sum(units), sum(amount), sum(reversed_orders), sum(reversed_units),
      sum(reversed_amount)
    from changes group by seller_id, day
    on conflict (seller_id, day) do update set orders = sums.orders + excluded.orders,
      units = sums.units + excluded.units, amount = sums.amount + excluded.amount,
      reversed_orders = sums.reversed_orders + excluded.reversed_orders,
      reversed_units = sums.reversed_units + excluded.reversed_units,
      reversed_amount = sums.reversed_amount + excluded.reversed_amount
  )
  select count(*) into added from changes;
  return added = max_changes;
end $$;

-- Recomputes all sums. The caller has locked the orders and their lines.
create function rebuild_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7465007);
  delete from figure_changes;
  delete from day_sums;
  delete from product_sums;
  insert into day_sums
    select seller_id, day, sum(orders), sum(units), sum(amount), sum(reversed_orders), sum(reversed_units),
      sum(reversed_amount)
    from order_figures group by seller_id, day;
  insert into product_sums
    select product_number, sum(reversed_units) from order_figures where reversed_units <> 0 group by product_number;
end $$;

-- Changes the time zone of days and recomputes all figures. Of concurrent calls only one recomputes them. Raises
-- invalid_parameter_value for a zone that the database does not know.
create function set_time_zone(zone text) returns void language plpgsql as $$
begin
  perform now() at time zone zone;
  -- Changes of figures lock an order first, so none is counted by the former zone meanwhile.
  lock table orders, order_lines in exclusive mode;
  update settings set time_zone = zone, revision = revision + 1 where time_zone <> zone;
  if found then
    perform rebuild_figures();
  end if;
end $$;
