-- The days of figures, and those until which sellers send, are those of the marketplace's time zone, which the start of a
-- server sets: see TIME_ZONE. Nothing is summed anew here, as the zone is UTC until then.
--
-- Cost: none.

alter table settings add column time_zone text not null default 'UTC';

-- The day of a time where the marketplace is. A query over many rows is faster with the zone in place of it.
create function market_day(moment timestamptz) returns date language sql stable strict parallel safe
  return (moment at time zone (select time_zone from settings))::date;

-- When a day begins where the marketplace is: where clocks are set back at midnight, the first of two.
create function market_day_start(day date) returns timestamptz language sql stable strict parallel safe
  return (
    select start - case when ((start - interval '1 hour') at time zone time_zone)::date = day
      then interval '1 hour' else interval '0' end
    from (select day::timestamp at time zone time_zone as start, time_zone from settings) zoned
  );

-- The functions of the triggers count by it. `utc_day` stays for servers of the version before, until the next one.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc like '%utc\_day(%' order by proname
  loop
    execute replace(definition, 'utc_day(', 'market_day(');
  end loop;
end $$;

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
      sum(unit_price * quantity)
    from order_lines join orders using (order_number) join products using (product_number) group by 1, 2;
  delete from seller_reversals;
  insert into seller_reversals (seller_id, day, units, amount)
    select seller_id, (orders.created_at at time zone zone)::date, sum(reversed), sum(unit_price * reversed)
    from order_lines join orders using (order_number) join products using (product_number)
      cross join lateral (select reversed_units(order_state, quantity, cancelled, returned_units) as reversed) units
    where reversed > 0 group by 1, 2;
  delete from order_reversals;
  insert into order_reversals (day, orders, total_count)
    select (created_at at time zone zone)::date, count(*) filter (where is_reversed(order_state)),
      sum(case when is_reversed(order_state) then total_count else coalesce(amount, 0) end)
    from orders left join (
      select order_number, sum(unit_price * (cancelled + returned_units)) as amount from order_lines
      where cancelled + returned_units > 0 group by 1
    ) units using (order_number)
    where is_reversed(order_state) or amount is not null group by 1;
end $$;
