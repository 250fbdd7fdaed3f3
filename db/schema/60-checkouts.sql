-- Checkouts and the stock that they reserve.

-- A buyer's attempt to buy the cart as it was at one moment.
create table checkouts (
  checkout_id uuid primary key default gen_random_uuid(),
  buyer_id uuid not null references users on delete cascade,
  checkout_state text not null check (checkout_state in ('open', 'paying', 'placed', 'expired', 'abandoned')),
  shipping_address jsonb not null
    check (jsonb_typeof(shipping_address) = 'object' and octet_length(shipping_address::text) <= 16384),
  payment_method text not null check (payment_method in ('credit_card', 'paypal', 'bank_transfer')),
  total_count numeric(15, 2) not null check (total_count >= 0 and total_count <= 1997999998002.00),
  -- Costs besides the lines, in cents: a list of seller_id, kind and amount.
  charges jsonb not null default '[]' check (jsonb_typeof(charges) = 'array'),
  -- The deliveries of its order by seller, amounts in cents; see order_deliveries.
  deliveries jsonb not null default '[]' check (jsonb_typeof(deliveries) = 'array'),
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  request_hash bytea check (octet_length(request_hash) = 32),
  order_number bigint references orders,
  -- How often the reservation was extended.
  extensions smallint not null default 0 check (extensions between 0 and 4),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The versions of the pages that were published when the buyer began it or last went on with it; null for none.
  terms_version integer,
  privacy_version integer,
  check ((order_number is not null) = (checkout_state = 'placed')),
  check ((ended_at is not null) = (checkout_state in ('placed', 'expired', 'abandoned')))
);
-- A buyer has at most one live checkout.
create unique index checkouts_live_key on checkouts (buyer_id) where checkout_state in ('open', 'paying');
create unique index checkouts_order_key on checkouts (order_number) where order_number is not null;
create unique index checkouts_key on checkouts (buyer_id, idempotency_key) where idempotency_key is not null;
create index checkouts_ended_idx on checkouts (ended_at) where ended_at is not null;
-- Open checkouts expire by themselves; those being paid end with the payment.
create index checkouts_ending_idx on checkouts (expires_at) where checkout_state = 'open';

-- The products of a checkout, at the prices when it began. They become the lines of its order.
create table checkout_lines (
  checkout_id uuid not null references checkouts on delete cascade,
  line_number smallint not null check (line_number between 1 and 100),
  product_number bigint not null,
  seller_id uuid not null,
  product_name text not null check (char_length(product_name) between 1 and 200),
  unit_price numeric(9, 2) not null check (unit_price between 0 and 9999999.99),
  quantity integer not null check (quantity between 1 and 999),
  -- Paid for all its units.
  amount numeric(15, 2) not null check (amount >= 0),
  -- The units of this line in stock.reserved: 0 without tracked stock, for a backorder, and when the checkout has ended.
  reserved integer not null default 0 check (reserved between 0 and quantity),
  primary key (checkout_id, product_number),
  foreign key (seller_id, product_number) references products (seller_id, product_number)
);
create index checkout_lines_reserved_idx on checkout_lines (product_number) where reserved > 0;

-- Ends locked checkouts and releases their reservations. Also locks the stock of the products `others`, all in the order of
-- product numbers.
create function end_checkouts(ids uuid[], moment timestamptz, others bigint[] default '{}') returns void
  language plpgsql as $$
begin
  perform from stock where product_number in (
    select product_number from checkout_lines where checkout_id = any(ids) and reserved > 0 union select unnest(others)
  ) order by product_number for no key update;
  update stock set reserved = stock.reserved - units
    from (
      select product_number, sum(reserved) as units from checkout_lines
      where checkout_id = any(ids) and reserved > 0 group by product_number
    ) lines where stock.product_number = lines.product_number;
  update checkout_lines set reserved = 0 where checkout_id = any(ids) and reserved > 0;
  update checkouts set ended_at = moment, checkout_state = case when expires_at <= moment then 'expired' else 'abandoned' end
    where checkout_id = any(ids);
end $$;

-- Ends the expired checkouts that have reserved units of these products; waits for those that are being ended.
create function release_expired(products bigint[], moment timestamptz) returns void language plpgsql as $$
declare
  ids uuid[] := array(
    select checkout_id from checkouts
    where checkout_state = 'open' and checkout_id in (
      select checkout_id from checkout_lines join checkouts using (checkout_id)
      where reserved > 0 and product_number = any(products) and checkout_state = 'open' and expires_at <= moment
    )
    order by checkout_id for update
  );
begin
  if ids <> '{}' then
    perform end_checkouts(ids, moment);
  end if;
end $$;
