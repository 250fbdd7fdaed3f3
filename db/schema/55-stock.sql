-- Stock of products, and the reasons of its changes.

-- Products without a row do not track stock. Writers of a row lock the product first.
create table stock (
  product_number bigint primary key references products on delete cascade,
  on_hand integer not null,
  reserved integer not null default 0 check (reserved >= 0),
  -- May be sold beyond what is on hand.
  backorder boolean not null default false,
  -- At or below this number the shop shows how many units are available.
  low_at integer not null default 5 check (low_at between 0 and 1000),
  max_per_order smallint check (max_per_order between 1 and 999),
  -- Units on hand when the flash sale was switched on.
  flash_start integer check (flash_start > 0),
  -- The movements have no orders from before this time.
  counted_since timestamptz not null,
  -- Availability as the shop shows it; caches are invalidated only when it changes.
  stock_state text not null generated always as (
    case when on_hand - reserved > low_at then 'in' when on_hand - reserved > 0 then 'low'
         when backorder then 'backorder' else 'out' end) stored,
  check (backorder or on_hand >= reserved)
) with (fillfactor = 50);
-- Products that run low. A sale does not touch this index while there is plenty.
create index stock_scarce_idx on stock (product_number) where stock_state in ('low', 'out');

-- Append only: why on_hand is what it is.
create table stock_movements (
  movement_number bigint primary key generated always as identity,
  product_number bigint not null references products on delete cascade,
  change integer not null check (change <> 0),
  on_hand_after integer not null,
  reason text not null check (reason in ('counted', 'correction', 'sold', 'cancelled', 'returned', 'imported')),
  order_number bigint references orders,
  by_user uuid references users on delete set null,
  created_at timestamptz not null,
  check ((order_number is null) = (reason not in ('sold', 'cancelled', 'returned')))
);
create index stock_movements_product_idx on stock_movements (product_number, movement_number desc);
create index stock_movements_order_idx on stock_movements (order_number) where order_number is not null;
create index stock_movements_user_idx on stock_movements (by_user) where by_user is not null;

-- Announces a catalog change with its tags, for triggers; use cases announce theirs themselves.
create function announce_catalog_change(tags text[]) returns void language sql
  as $$ select pg_notify('catalog_changes', to_json(tags)::text) $$;

-- A trigger, so that every writer is covered: an order of a product with plenty in stock must not invalidate caches, and the
-- order that makes it scarce must.
create function announce_stock() returns trigger language plpgsql as $$
begin
  perform announce_catalog_change(array['product:' || coalesce(new.product_number, old.product_number)]);
  return null;
end $$;
create trigger stock_change after update on stock for each row
  when (old.stock_state is distinct from new.stock_state) execute function announce_stock();
comment on trigger stock_change on stock is
  'Feeds the channel catalog_changes. Proved by: constraints, indexes and triggers are in force.';
create trigger stock_begin_end after insert or delete on stock for each row execute function announce_stock();
comment on trigger stock_begin_end on stock is
  'Feeds the channel catalog_changes. Proved by: constraints, indexes and triggers are in force.';

-- Reserves the units of lines. The caller has locked the stock and checked that it suffices.
create function reserve_stock(products bigint[], units integer[]) returns void language plpgsql as $$
begin
  update stock set reserved = stock.reserved + line.units
    from (
      select product_number, sum(wanted.units) as units from unnest(products, units) wanted (product_number, units)
      group by product_number
    ) line where stock.product_number = line.product_number;
end $$;

-- Takes the lines of orders from tracked stock, with a movement for each, in the order of the product numbers. `own` has the
-- units that the checkout had reserved for each line. The caller has locked the stock and checked that it suffices.
create function sell_stock(orders bigint[], products bigint[], quantities integer[], own integer[], sold_at timestamptz)
  returns void language plpgsql as $$
begin
  if not exists (select from stock where product_number = any(products)) then
    return;
  end if;
  with line as (
    select * from unnest(orders, products, quantities, own) line (order_number, product_number, quantity, own)
  ), sold as (
    update stock set on_hand = on_hand - units, reserved = reserved - released
    from (
      select product_number, sum(quantity) as units, sum(line.own) as released from line group by product_number
    ) taken
    where stock.product_number = taken.product_number
    returning stock.product_number, stock.on_hand
  )
  insert into stock_movements (product_number, change, on_hand_after, reason, order_number, created_at)
  select product_number, -quantity,
    on_hand + sum(quantity) over (partition by product_number order by order_number desc) - quantity,
    'sold', order_number, sold_at
  from sold join line using (product_number) order by order_number, product_number;
end $$;
