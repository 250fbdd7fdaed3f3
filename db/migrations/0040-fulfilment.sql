-- What each seller sends of an order, and what happened to it.
--
-- Cost: orders cannot be written or read until the end: some seconds for 1,000,000 orders, for two indexes; no table is
-- rewritten, and rows from before are checked by 0044, while servers write. A job then fills what earlier orders lack,
-- newest first.

-- The indexes are sorted in memory.
set local maintenance_work_mem = '256MB';

-- In the order in which orders lock them: neither waits for the other.
lock table orders, order_lines, seller_orders in access exclusive mode;

create function working_day_after(day date, days integer) returns date
  language sql immutable strict parallel safe
  -- A weekend counts as the Friday before it.
  return day - greatest(extract(isodow from day)::integer - 5, 0)
    + days + 2 * ((least(extract(isodow from day)::integer, 5) - 1 + days) / 5);

alter table seller_orders
  -- From 1 in the order of first lines. Null while an order from before waits for the job, which also sets what follows.
  add column number smallint,
  -- Orders from before are not to be acted on until they are filled.
  add column state text not null default 'delivered',
  add column goods numeric(15, 2) not null default 0,
  add column cancelled_goods numeric(15, 2) not null default 0,
  add column ship_by date,
  -- What the buyer changed it to; null: that of the order.
  add column shipping_address jsonb,
  -- The one before, which the seller may have seen.
  add column previous_address jsonb,
  add column cancel_requested_at timestamptz,
  add column cancel_note text,
  add column confirmed_at timestamptz,
  add column shipped_at timestamptz,
  add column delivered_at timestamptz,
  add column ended_at timestamptz,
  add column revision integer not null default 1;
-- By their own: with the columns they would read every row while orders wait.
alter table seller_orders
  add constraint seller_orders_number_check check (number between 1 and 100) not valid,
  add constraint seller_orders_state_check check (state in
    ('pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned')) not valid,
  add constraint seller_orders_goods_check check (goods >= 0) not valid,
  add constraint seller_orders_shipping_address_check check (
    jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384) not valid,
  add constraint seller_orders_previous_address_check check (
    jsonb_typeof(previous_address) = 'object' and octet_length(previous_address::text) <= 16384) not valid,
  add constraint seller_orders_cancel_note_check check (char_length(cancel_note) <= 500) not valid,
  add constraint seller_orders_revision_check check (revision > 0) not valid,
  add constraint seller_orders_check check (cancelled_goods between 0 and goods) not valid;
alter table seller_orders alter column state set default 'pending';
create unique index seller_orders_number_key on seller_orders (order_number, number);
drop index seller_orders_order_number_idx;
-- The seller's queue: what is to be done, oldest first.
create index seller_orders_open_idx on seller_orders (seller_id, state, order_number)
  where state in ('pending', 'confirmed', 'shipped');
create index seller_orders_late_idx on seller_orders (ship_by) where state in ('pending', 'confirmed');

alter table order_lines
  add column cancelled smallint not null default 0,
  add column sent smallint not null default 0,
  -- Of those sent.
  add column returned_units smallint not null default 0;
alter table order_lines add constraint order_lines_check check (
  cancelled >= 0 and sent >= 0 and returned_units >= 0 and cancelled + sent <= quantity and returned_units <= sent
) not valid;

alter table orders add column state_source text not null default 'seller_orders';
alter table orders add constraint orders_state_source_check check (state_source in ('seller_orders', 'admin')) not valid;

create table shipments (
  shipment_number bigint primary key generated always as identity,
  order_number bigint not null,
  seller_id uuid not null,
  state text not null check (state in ('sent', 'delivered', 'lost', 'voided')),
  carrier text not null check (char_length(carrier) between 1 and 60),
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  tracking_url text check (char_length(tracking_url) <= 500),
  expected_on date,
  sent_at timestamptz not null,
  -- The buyer said that it has not come: it does not count as delivered by time.
  missing_at timestamptz,
  delivered_at timestamptz,
  delivered_by text check (delivered_by in ('seller', 'buyer', 'admin', 'time')),
  -- Makes a repeated request safe.
  request_id uuid not null,
  unique (seller_id, request_id),
  foreign key (seller_id, order_number) references seller_orders,
  check ((state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null))
);
create index shipments_part_idx on shipments (order_number, seller_id);
-- Those that count as delivered 14 days after sending.
create index shipments_under_way_idx on shipments (sent_at) where state = 'sent';

create table shipment_lines (
  shipment_number bigint not null references shipments on delete cascade,
  order_number bigint not null,
  line_number smallint not null,
  quantity smallint not null check (quantity > 0),
  primary key (shipment_number, line_number),
  foreign key (order_number, line_number) references order_lines
);
create index shipment_lines_line_idx on shipment_lines (order_number, line_number);

-- What happened to an order, append only.
create table order_events (
  event_number bigint primary key generated always as identity,
  order_number bigint not null references orders on delete cascade,
  -- Null when it concerns the whole order.
  seller_id uuid,
  kind text not null check (kind in ('placed', 'confirmed', 'sent', 'delivered', 'lost', 'voided', 'cancelled',
    'cancel_requested', 'cancel_declined', 'returned', 'missing', 'state_set', 'paid', 'refunded', 'address_changed', 'note')),
  -- Null of `placed`: the buyer.
  by_user uuid references users on delete set null,
  by_role text not null check (by_role in ('buyer', 'seller', 'admin', 'system')),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 4096),
  -- Whether mails and notifications about it are queued.
  announced boolean not null default false,
  created_at timestamptz not null,
  foreign key (seller_id, order_number) references seller_orders on delete cascade
);
create index order_events_to_announce_idx on order_events (event_number) where not announced;
create index order_events_order_idx on order_events (order_number, event_number);
create index order_events_user_idx on order_events (by_user) where by_user is not null;

-- The seller orders of orders up to this number are still to be filled; 0 when all are.
create table seller_order_fill (
  only_row boolean primary key default true check (only_row),
  last_order_number bigint not null check (last_order_number >= 0)
);
insert into seller_order_fill (last_order_number) select coalesce(max(order_number), 0) from seller_orders;

-- The state that its seller orders give an order; null while they are not filled.
create function derived_order_state(of_order bigint) returns text language sql stable parallel safe as $$
  select case
    when count(*) = 0 or count(*) <> count(number) then null
    when every(state = 'cancelled') then 'cancelled'
    when every(state in ('cancelled', 'returned')) then 'returned'
    when every(state in ('cancelled', 'returned', 'delivered')) then 'delivered'
    when every(state in ('cancelled', 'pending')) then 'pending'
    else 'confirmed'
  end
  from seller_orders where order_number = of_order
$$;

-- Gives the seller orders of these orders what they lack: the state of their order, which so stays what they give, and what
-- is known of the past. Orders that admins have set are locked before seller orders, as everywhere.
create function fill_seller_orders(first bigint, last bigint) returns void language plpgsql as $$
begin
  perform from orders
    where order_number between first and last
      and exists (select from admin_actions where target = order_id and action = 'order_state')
      and exists (select from seller_orders part where part.order_number = orders.order_number and number is null)
    order by order_number for no key update;
  perform from seller_orders where order_number between first and last and number is null
    order by order_number, seller_id for no key update;
  with filling as materialized (
    select part.order_number, seller_id, order_state, orders.created_at, changed_at
    from seller_orders part join orders using (order_number) left join lateral (
      select max(admin_actions.created_at) as changed_at from admin_actions
      where target = order_id and action = 'order_state'
    ) history on true
    where part.order_number between first and last and number is null
  ), lines as (
    select order_number, seller_id, sum(unit_price * quantity) as goods, min(line_number) as first_line
    from order_lines join products using (product_number)
    where order_number between first and last group by 1, 2
  ), numbered as (
    select *, row_number() over (partition by order_number order by first_line) as place
    from filling join lines using (order_number, seller_id)
  ), filled as (
    update seller_orders part set number = place, state = order_state, goods = numbered.goods,
      cancelled_goods = case when order_state = 'cancelled' then numbered.goods else 0 end,
      confirmed_at = case when order_state not in ('pending', 'cancelled') then coalesce(changed_at, created_at) end,
      ended_at = case when order_state not in ('pending', 'confirmed') then coalesce(changed_at, created_at) end
    from numbered where part.order_number = numbered.order_number and part.seller_id = numbered.seller_id
  ), counted as (
    update order_lines line set
      cancelled = case when order_state = 'cancelled' then quantity else 0 end,
      sent = case when order_state <> 'cancelled' then quantity else 0 end,
      returned_units = case when order_state = 'returned' then quantity else 0 end
    from (select distinct order_number, order_state from filling) ended
    where line.order_number = ended.order_number and line.order_number between first and last
      and order_state in ('delivered', 'cancelled', 'returned')
  ), set_by_hand as (
    update orders set state_source = 'admin'
    from (select distinct order_number from filling where changed_at is not null) changed
    -- Called by the trigger below, it is that row which is being changed.
    where orders.order_number = changed.order_number and pg_trigger_depth() = 0
  ), placed as (
    insert into order_events (order_number, seller_id, kind, by_role, announced, created_at)
    select order_number, seller_id, 'placed', 'buyer', true, created_at from numbered order by order_number, place
  )
  insert into order_events (order_number, kind, by_user, by_role, facts, announced, created_at)
  select order_number, 'state_set', admin_id, 'admin', jsonb_build_object('from', from_value, 'to', to_value), true,
    admin_actions.created_at
  from (select distinct order_number from filling where changed_at is not null) changed
  join orders using (order_number) join admin_actions on target = order_id and action = 'order_state'
  order by action_number;
end $$;

-- By itself, so that it is right whoever sets the state: admins, the generic tables, and servers of the version before.
create function set_state_source() returns trigger language plpgsql as $$
declare
  derived text := derived_order_state(new.order_number);
begin
  if derived is null then
    perform fill_seller_orders(new.order_number, new.order_number);
    derived := derived_order_state(new.order_number);
  end if;
  if derived is not null then
    new.state_source := case when derived = new.order_state then 'seller_orders' else 'admin' end;
  end if;
  return new;
end $$;
create trigger orders_state_source before update of order_state on orders
  for each row when (old.order_state is distinct from new.order_state) execute function set_state_source();
comment on trigger orders_state_source on orders is
  'Feeds orders. Proved by: an order has the state that its seller orders give, unless an admin set it.';

-- An order whose lines are inserted by two statements counts once.
create or replace function add_seller_sales() returns trigger language plpgsql as $$
begin
  with sold as (
    select seller_id, order_number, utc_day(orders.created_at) as day, orders.created_at, order_state,
      sum(quantity) as units, sum(unit_price * quantity) as amount, min(line_number) as first_line
    from inserted join products using (product_number) join orders using (order_number)
    group by seller_id, order_number, orders.created_at, order_state
  ), listed as (
    insert into seller_orders as known (
      seller_id, order_number, number, state, goods, cancelled_goods, ship_by, confirmed_at, ended_at
    )
    select seller_id, order_number,
      coalesce((select max(number) from seller_orders earlier where earlier.order_number = sold.order_number), 0)
        + row_number() over (partition by order_number order by earlier.number is not null, first_line),
      order_state, amount, case when order_state = 'cancelled' then amount else 0 end,
      working_day_after(day, 3), case when order_state not in ('pending', 'cancelled') then sold.created_at end,
      case when order_state not in ('pending', 'confirmed') then sold.created_at end
    from sold left join seller_orders earlier using (seller_id, order_number)
    on conflict (seller_id, order_number) do update set
      goods = known.goods + excluded.goods, cancelled_goods = known.cancelled_goods + excluded.cancelled_goods
    returning seller_id, order_number, xmax = 0 as is_new
  ), recorded as (
    -- Orders that are imported are not announced.
    insert into order_events (order_number, seller_id, kind, by_role, announced, created_at)
    select order_number, seller_id, 'placed', 'buyer', created_at < now() - interval '1 day', created_at
    from listed join sold using (seller_id, order_number) where is_new order by order_number, first_line
  ), reversed as (
    insert into seller_reversals as known (seller_id, day, units, amount)
    select seller_id, day, sum(units), sum(amount) from sold where is_reversed(order_state) group by 1, 2 order by 1, 2
    on conflict (seller_id, day) do update
      set units = known.units + excluded.units, amount = known.amount + excluded.amount
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
  'Feeds seller_orders, order_events, seller_days, seller_reversals. Proved by: seller_orders are the orders with a seller''s products; every seller order has its number, its goods and its placed event; the figures of seller_days are those of the orders; seller_reversals are the lines of cancelled and returned orders.';
