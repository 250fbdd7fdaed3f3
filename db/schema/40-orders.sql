-- Orders and their lines, what each seller has in an order, and what happened to it.

-- What buyers bought.
create table orders (
  order_number bigint primary key check (order_number > 0),
  order_id text not null generated always as (numbered_id('ORD', order_number)) stored unique,
  buyer_id uuid not null references users,
  order_state text not null default 'pending'
    check (order_state in ('pending', 'confirmed', 'delivered', 'cancelled', 'returned')),
  -- The largest legal cart: 100 lines of 999 units at 9,999,999.99.
  total_count numeric(15, 2) not null check (total_count >= 0 and total_count <= 998999999001.00),
  -- Distinct product ids, in the order of the lines.
  products_id jsonb not null check (jsonb_typeof(products_id) = 'array' and jsonb_array_length(products_id) between 1 and 100),
  shipping_address jsonb not null
    check (jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384),
  payment_method text not null check (payment_method in ('credit_card', 'paypal', 'bank_transfer')),
  created_at timestamptz not null default now(),
  -- The state that its seller orders give, or one that an admin set.
  state_source text not null default 'seller_orders' check (state_source in ('seller_orders', 'admin'))
);
create index orders_buyer_idx on orders (buyer_id, order_number desc);
create index orders_newest_idx on orders (created_at, order_number) include (total_count, order_state, buyer_id);
-- For few matches among many orders.
create index orders_state_idx on orders (order_state, created_at, order_number);
create index orders_total_idx on orders (total_count, order_number);
-- The admins' lists of orders that need them.
create index orders_stopped_idx on orders (order_number)
  where state_source = 'admin' and order_state in ('cancelled', 'returned');

-- One product of an order.
create table order_lines (
  order_number bigint not null references orders,
  line_number smallint not null check (line_number between 1 and 100),
  product_number bigint not null references products,
  -- As sold: a later change of the product does not change an order.
  product_name text not null check (char_length(product_name) between 1 and 200),
  unit_price numeric(9, 2) not null check (unit_price >= 0 and unit_price <= 9999999.99),
  quantity integer not null check (quantity between 1 and 999),
  cancelled smallint not null default 0,
  sent smallint not null default 0,
  -- Of those sent.
  returned_units smallint not null default 0,
  primary key (order_number, line_number),
  unique (order_number, product_number),
  constraint order_lines_check check (
    cancelled >= 0 and sent >= 0 and returned_units >= 0 and cancelled + sent <= quantity and returned_units <= sent
  )
);
create index order_lines_product_number_idx on order_lines (product_number);

-- What a seller has in an order. Newest first is a range of this index read backwards.
create table seller_orders (
  seller_id uuid not null references users on delete cascade,
  order_number bigint not null references orders on delete cascade,
  -- From 1 in the order of first lines.
  number smallint not null check (number between 1 and 100),
  state text not null default 'pending' check (state in
    ('pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'returned')),
  goods numeric(15, 2) not null default 0 check (goods >= 0),
  cancelled_goods numeric(15, 2) not null default 0,
  ship_by date,
  -- What the buyer changed it to; null: that of the order.
  shipping_address jsonb check (
    jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384),
  -- The one before, which the seller may have seen.
  previous_address jsonb check (
    jsonb_typeof(previous_address) = 'object' and octet_length(previous_address::text) <= 16384),
  cancel_requested_at timestamptz,
  cancel_note text check (char_length(cancel_note) <= 500),
  confirmed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  revision integer not null default 1 check (revision > 0),
  -- How far its seller, and the admins, were reminded to send it: 0 not, 1 on the day before, 2 when it was late.
  reminded smallint not null default 0 check (reminded between 0 and 2),
  -- Its money went back, or is disputed: the seller is asked not to send it, or to wait.
  hold text check (hold in ('refunded', 'disputed')),
  -- What the seller declared when it was sold: name and legal data.
  sold_by jsonb check (jsonb_typeof(sold_by) = 'object'),
  -- Which units the buyer asks to cancel, as a list of line_number and quantity; null for all that are not sent.
  cancel_lines jsonb check (jsonb_typeof(cancel_lines) = 'array'),
  returned_goods numeric(15, 2) not null default 0 check (returned_goods >= 0),
  primary key (seller_id, order_number),
  constraint seller_orders_check check (cancelled_goods between 0 and goods)
);
create unique index seller_orders_number_key on seller_orders (order_number, number);
-- The seller's queue: what is to be done, oldest first.
create index seller_orders_open_idx on seller_orders (seller_id, state, order_number)
  where state in ('pending', 'confirmed', 'shipped');
-- The views of a seller's orders that seller_orders_open_idx does not serve.
create index seller_orders_done_idx on seller_orders (seller_id, order_number)
  where state in ('delivered', 'cancelled', 'returned');
create index seller_orders_due_idx on seller_orders (seller_id, ship_by) where state in ('pending', 'confirmed');
create index seller_orders_asked_idx on seller_orders (seller_id, order_number) where cancel_requested_at is not null;
create index seller_orders_requests_idx on seller_orders (order_number) where cancel_requested_at is not null;
-- `reminded` with the values that are wanted; of those that are left by day.
create index seller_orders_to_send_idx on seller_orders (state, reminded, ship_by) where state in ('pending', 'confirmed');

-- What happened to an order, append only.
create table order_events (
  event_number bigint primary key generated always as identity,
  order_number bigint not null references orders on delete cascade,
  -- Null when it concerns the whole order.
  seller_id uuid,
  kind text not null check (kind in ('placed', 'confirmed', 'sent', 'delivered', 'lost', 'voided', 'cancelled',
    'resent', 'cancel_requested', 'cancel_declined', 'return_requested', 'return_withdrawn', 'return_accepted',
    'return_declined', 'return_sent', 'return_expired', 'returned', 'missing', 'state_set', 'paid', 'refunded',
    'address_changed', 'note')),
  -- Null of `placed`: the buyer.
  by_user uuid references users on delete set null,
  by_role text not null check (by_role in ('buyer', 'seller', 'admin', 'system')),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 4096),
  -- Whether mails and notifications about it are queued.
  announced boolean not null default false,
  -- Whether the buyer's mail about the new order is still to be queued; of its first `placed` event.
  mail_due boolean not null default false,
  created_at timestamptz not null,
  foreign key (seller_id, order_number) references seller_orders on delete cascade
);
create index order_events_to_announce_idx on order_events (event_number) where not announced;
create index order_events_mail_due_idx on order_events (event_number) where mail_due;
create index order_events_order_idx on order_events (order_number, event_number);
create index order_events_user_idx on order_events (by_user) where by_user is not null;

-- Responses to requests with an Idempotency-Key, kept at least 24 hours.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The order as it was returned.
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- The state that its seller orders give an order; null while it has none.
create function derived_order_state(of_order bigint) returns text language sql stable parallel safe as $$
  select case
    when count(*) = 0 then null
    when every(state = 'cancelled') then 'cancelled'
    when every(state in ('cancelled', 'returned')) then 'returned'
    when every(state in ('cancelled', 'returned', 'delivered')) then 'delivered'
    when every(state in ('cancelled', 'pending')) then 'pending'
    else 'confirmed'
  end
  from seller_orders where order_number = of_order
$$;

-- By itself, so that it is right when admins or the generic tables set the state.
create function set_state_source() returns trigger language plpgsql as $$
declare
  derived text := derived_order_state(new.order_number);
begin
  if derived is not null then
    new.state_source := case when derived = new.order_state then 'seller_orders' else 'admin' end;
  end if;
  return new;
end $$;
create trigger orders_state_source before update of order_state on orders
  for each row when (old.order_state is distinct from new.order_state) execute function set_state_source();
comment on trigger orders_state_source on orders is
  'Feeds orders. Proved by: an order has the state that its seller orders give, unless an admin set it.';

-- Gives sellers their part of an order. One whose lines are inserted by two statements counts once.
create function add_seller_sales() returns trigger language plpgsql as $$
begin
  with sold as (
    select seller_id, order_number, market_day(orders.created_at) as day, orders.created_at, order_state,
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
    returning seller_id, order_number, number, xmax = 0 as is_new
  ), recorded as (
    -- Orders that are imported are not announced.
    insert into order_events (order_number, seller_id, kind, by_role, announced, mail_due, created_at)
    select order_number, seller_id, 'placed', 'buyer', created_at < now() - interval '1 day',
      listed.number = 1 and created_at >= now() - interval '1 day', created_at
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
      array_agg(product_number), array_agg(market_day(orders.created_at)), array_agg(quantity::bigint),
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
create trigger order_lines_insert after insert on order_lines
  referencing new table as inserted for each statement execute function add_seller_sales();
comment on trigger order_lines_insert on order_lines is
  'Feeds seller_orders, order_events, seller_days, seller_reversals, product_reversals. Proved by: seller_orders are the orders with a seller''s products; every seller order has its number, its goods and its placed event; the figures of seller_days are those of the orders; seller_reversals are the units that were cancelled or came back; product_reversals are the units that were cancelled or came back.';
