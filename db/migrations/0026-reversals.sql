-- What is sold for good: the amounts of cancelled and returned orders, by seller and day and by day.
--
-- Cost: orders cannot be written until the end: a few seconds for 100,000 cancelled and returned orders.

create function is_reversed(order_state text) returns boolean
  language sql immutable strict parallel safe
  return order_state in ('cancelled', 'returned');

-- In tables of their own: orders that are placed never wait for changes of state.
create table seller_reversals (
  seller_id uuid not null references users on delete cascade,
  day date not null,
  units bigint not null check (units >= 0),
  amount numeric(17, 2) not null check (amount >= 0),
  primary key (seller_id, day)
) with (fillfactor = 70);

create table order_reversals (
  day date primary key,
  orders bigint not null check (orders >= 0),
  total_count numeric(20, 2) not null check (total_count >= 0)
) with (fillfactor = 50);

insert into seller_reversals (seller_id, day, units, amount)
  select seller_id, utc_day(orders.created_at), sum(quantity), sum(unit_price * quantity)
  from orders join order_lines using (order_number) join products using (product_number)
  where is_reversed(order_state) group by 1, 2;
insert into order_reversals (day, orders, total_count)
  select utc_day(created_at), count(*), sum(total_count) from orders where is_reversed(order_state) group by 1;

-- Rows are locked in the order of the sellers, then that of the day, so changes of several orders cannot deadlock.
create function add_reversal(reversed orders) returns void language plpgsql as $$
begin
  insert into seller_reversals as known (seller_id, day, units, amount)
    select seller_id, utc_day(reversed.created_at), sum(quantity), sum(unit_price * quantity)
    from order_lines join products using (product_number)
    where order_number = reversed.order_number group by 1 order by 1
    on conflict (seller_id, day) do update
      set units = known.units + excluded.units, amount = known.amount + excluded.amount;
  insert into order_reversals as known (day, orders, total_count)
    values (utc_day(reversed.created_at), 1, reversed.total_count)
    on conflict (day) do update set orders = known.orders + 1, total_count = known.total_count + excluded.total_count;
end $$;

create function remove_reversal(reversed orders) returns void language plpgsql as $$
begin
  perform from seller_reversals
    where day = utc_day(reversed.created_at)
      and seller_id in (
        select seller_id from order_lines join products using (product_number)
        where order_number = reversed.order_number
      )
    order by seller_id for no key update;
  update seller_reversals known set units = known.units - lines.units, amount = known.amount - lines.amount
    from (
      select seller_id, sum(quantity) as units, sum(unit_price * quantity) as amount
      from order_lines join products using (product_number)
      where order_number = reversed.order_number group by 1
    ) lines
    where known.seller_id = lines.seller_id and day = utc_day(reversed.created_at);
  update order_reversals set orders = orders - 1, total_count = total_count - reversed.total_count
    where day = utc_day(reversed.created_at);
end $$;

create function count_reversal() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and is_reversed(old.order_state) then
    perform remove_reversal(old);
  end if;
  if tg_op <> 'DELETE' and is_reversed(new.order_state) then
    perform add_reversal(new);
  end if;
  return null;
end $$;
create trigger orders_reversal after update of order_state, created_at, total_count on orders
  for each row when (
    is_reversed(old.order_state) <> is_reversed(new.order_state)
    or (old.created_at, old.total_count) is distinct from (new.created_at, new.total_count)
  )
  execute function count_reversal();
-- Orders are placed pending; those of the demo, and of operators, may be inserted in any state.
create trigger orders_reversal_insert after insert on orders
  for each row when (is_reversed(new.order_state)) execute function count_reversal();
create trigger orders_reversal_delete after delete on orders
  for each row when (is_reversed(old.order_state)) execute function count_reversal();

-- The lines of an order that was inserted as cancelled or returned.
create function add_reversed_lines() returns trigger language plpgsql as $$
begin
  insert into seller_reversals as known (seller_id, day, units, amount)
    select seller_id, utc_day(orders.created_at), sum(quantity), sum(unit_price * quantity)
    from inserted join products using (product_number) join orders using (order_number)
    where is_reversed(order_state) group by 1, 2 order by 1, 2
    on conflict (seller_id, day) do update
      set units = known.units + excluded.units, amount = known.amount + excluded.amount;
  return null;
end $$;
create trigger order_lines_reversal after insert on order_lines
  referencing new table as inserted for each statement execute function add_reversed_lines();

comment on trigger orders_reversal on orders is
  'Feeds seller_reversals, order_reversals. Proved by: seller_reversals are the lines of cancelled and returned orders; order_reversals are the cancelled and returned orders.';
comment on trigger orders_reversal_insert on orders is
  'Feeds order_reversals. Proved by: order_reversals are the cancelled and returned orders.';
comment on trigger orders_reversal_delete on orders is
  'Feeds order_reversals. Proved by: order_reversals are the cancelled and returned orders.';
comment on trigger order_lines_reversal on order_lines is
  'Feeds seller_reversals. Proved by: seller_reversals are the lines of cancelled and returned orders.';
