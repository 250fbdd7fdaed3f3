-- How many of a product there are, and checkouts that reserve them.
--
-- Cost: none. New tables only; no product has a stock until its seller counts it.

-- What all processes share and an operator may change while they run.
create table settings (
  only_row boolean primary key default true check (only_row),
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0),
  reservation_minutes smallint not null default 15 check (reservation_minutes between 5 and 60)
);
insert into settings default values;

-- No row: the stock of this product is not counted. Whoever writes a row has locked the product before.
create table stock (
  product_number bigint primary key references products on delete cascade,
  on_hand integer not null check (on_hand between -1000000 and 1000000),
  reserved integer not null default 0 check (reserved between 0 and 1000000),
  -- May be sold beyond what is on hand.
  backorder boolean not null default false,
  -- From this many available units down the shop says how many are left.
  low_at integer not null default 5 check (low_at between 0 and 1000),
  max_per_order smallint check (max_per_order between 1 and 999),
  -- What was on hand when the flash sale was switched on.
  flash_start integer check (flash_start > 0),
  -- Orders from before are not in the movements.
  counted_since timestamptz not null,
  -- What the shop shows; caches are told only when this changes.
  stock_state text not null generated always as (
    case when on_hand - reserved > low_at then 'in' when on_hand - reserved > 0 then 'low'
         when backorder then 'backorder' else 'out' end) stored,
  check (backorder or on_hand >= reserved)
) with (fillfactor = 50);
-- The products that their sellers should see to. Units sold do not change it while there is plenty.
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

create table checkouts (
  checkout_id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null references users on delete cascade,
  checkout_state text not null check (checkout_state in ('open', 'paying', 'placed', 'expired', 'abandoned')),
  shipping_address jsonb not null
    check (jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384),
  payment_method text not null check (payment_method in ('credit_card', 'paypal', 'bank_transfer')),
  total_count numeric(15, 2) not null check (total_count >= 0 and total_count <= 998999999001.00),
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  request_hash bytea check (octet_length(request_hash) = 32),
  order_number bigint unique references orders,
  -- How often the reservation was extended.
  extensions smallint not null default 0 check (extensions between 0 and 4),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((order_number is not null) = (checkout_state = 'placed')),
  check ((ended_at is not null) = (checkout_state in ('placed', 'expired', 'abandoned')))
);
-- One attempt at a time.
create unique index checkouts_live_key on checkouts (buyer_id) where checkout_state in ('open', 'paying');
create unique index checkouts_key on checkouts (buyer_id, idempotency_key) where idempotency_key is not null;
create index checkouts_due_idx on checkouts (expires_at) where checkout_state in ('open', 'paying');
create index checkouts_ended_idx on checkouts (ended_at) where ended_at is not null;

create table checkout_lines (
  checkout_id uuid not null references checkouts on delete cascade,
  line_number smallint not null check (line_number between 1 and 100),
  product_number bigint not null references products,
  product_name text not null check (char_length(product_name) between 1 and 200),
  unit_price numeric(9, 2) not null check (unit_price between 0 and 9999999.99),
  quantity integer not null check (quantity between 1 and 999),
  -- How many of them are counted in stock.reserved: 0 when the stock is not counted, was taken from a backorder, or the
  -- checkout has ended.
  reserved integer not null default 0 check (reserved between 0 and quantity),
  primary key (checkout_id, line_number), unique (checkout_id, product_number)
);
create index checkout_lines_reserved_idx on checkout_lines (product_number) where reserved > 0;

-- By itself, whoever writes: an order of a product with plenty in stock must not empty any cache, and the one that makes it
-- scarce must.
create function announce_stock() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changes', json_build_object('id', '', 'change', json_build_array(json_build_object(
    'number', case when tg_op = 'DELETE' then old.product_number else new.product_number end,
    'places', json_build_array(), 'isRelisted', false, 'entersFlashSale', false)))::text);
  return null;
end $$;
create trigger stock_change after update on stock for each row
  when (old.stock_state is distinct from new.stock_state) execute function announce_stock();
create trigger stock_begin_end after insert or delete on stock for each row execute function announce_stock();
comment on trigger stock_change on stock is
  'Feeds the channel catalog_changes. Proved by: constraints, indexes and triggers are in force.';
comment on trigger stock_begin_end on stock is
  'Feeds the channel catalog_changes. Proved by: constraints, indexes and triggers are in force.';
