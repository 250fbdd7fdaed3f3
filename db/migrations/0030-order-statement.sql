-- Orders are placed by one statement, which gives each the time of the order before it where that is later.
alter table counters add column last_at timestamptz;

-- The lines of orders that are inserted as cancelled or returned, which are rare, had a trigger of their own, which ran for
-- every order. Those of the one that counts what was sold do both now.
create or replace function add_seller_sales() returns trigger language plpgsql as $$
begin
  with sold as (
    select seller_id, order_number, utc_day(orders.created_at) as day, order_state,
      sum(quantity) as units, sum(unit_price * quantity) as amount
    from inserted join products using (product_number) join orders using (order_number)
    group by seller_id, order_number, orders.created_at, order_state
  ), listed as (
    insert into seller_orders (seller_id, order_number)
    select seller_id, order_number from sold on conflict do nothing
    returning seller_id, order_number
  ), reversed as (
    insert into seller_reversals as known (seller_id, day, units, amount)
    select seller_id, day, sum(units), sum(amount) from sold where is_reversed(order_state) group by 1, 2 order by 1, 2
    on conflict (seller_id, day) do update
      set units = known.units + excluded.units, amount = known.amount + excluded.amount
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
drop trigger order_lines_reversal on order_lines;
drop function add_reversed_lines();
comment on trigger order_lines_insert on order_lines is
  'Feeds seller_orders, seller_days, seller_reversals. Proved by: seller_orders are the orders with a seller''s products; the figures of seller_days are those of the orders; seller_reversals are the lines of cancelled and returned orders.';
