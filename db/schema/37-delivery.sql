-- Delivery: the methods that sellers offer.

-- A way in which a seller's goods reach buyers, at its price. A seller without any delivers everywhere, for free.
create table delivery_methods (
  method_id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references users (id) on delete cascade,
  place integer not null,
  name text not null check (char_length(name) between 1 and 60),
  kind text not null check (kind in ('parcel', 'pickup')),
  -- Countries, `DE`, or parts of them by the beginning of the postal code, `DE:10`. Empty: everywhere that no other method
  -- of the seller names.
  destinations text[] not null default '{}' check (cardinality(destinations) <= 250),
  price_by text not null check (price_by in ('order', 'item', 'weight')),
  -- Of the order or its first item.
  price numeric(9, 2) not null default 0 check (price between 0 and 9999999.99),
  -- Of each further item.
  more_price numeric(9, 2) not null default 0 check (more_price between 0 and 9999999.99),
  -- By weight: a list of up_to, in grams, and price, in cents, both rising.
  weight_steps jsonb not null default '[]'
    check (jsonb_typeof(weight_steps) = 'array' and jsonb_array_length(weight_steps) <= 20),
  -- The amount of the seller's goods from which it is free.
  free_from numeric(15, 2) check (free_from >= 0),
  -- Days on the way, after the dispatch.
  days_from smallint not null check (days_from between 0 and 90),
  days_to smallint not null check (days_to between days_from and 90),
  pickup_address text not null default '' check (char_length(pickup_address) <= 300),
  active boolean not null default true,
  revision integer not null default 1 check (revision > 0),
  constraint delivery_methods_steps_check check ((price_by = 'weight') = (weight_steps <> '[]')),
  constraint delivery_methods_pickup_check check ((kind = 'pickup') = (pickup_address <> ''))
);
create index delivery_methods_seller_idx on delivery_methods (seller_id, place);

-- A seller's active methods in order, with the days to dispatch; amounts in cents.
create function delivery_terms(seller uuid) returns json language plpgsql stable parallel safe as $$
begin
  return (
    select json_build_object('name', name, 'handle', handle, 'dispatch_days', dispatch_days, 'away_until', away_until,
      'methods', (
        select coalesce(json_agg(json_build_object('method_id', method_id, 'revision', method.revision, 'name', method.name,
            'kind', kind, 'destinations', destinations, 'price_by', price_by, 'price', (100 * price)::bigint,
            'more_price', (100 * more_price)::bigint, 'weight_steps', weight_steps, 'free_from', (100 * free_from)::bigint,
            'days_from', days_from, 'days_to', days_to, 'pickup_address', pickup_address
          ) order by place, method_id) filter (where active), '[]')
        from delivery_methods method where seller_id = seller
      ))
    from seller_pages where seller_id = seller
  );
end $$;

-- No row without methods. Returns a set so that the planner inlines it: most markets pay for one look-up.
create function delivery_of(seller uuid) returns setof json language sql stable parallel safe as $$
  select delivery_terms(seller) from delivery_methods where seller_id = seller limit 1
$$;
