-- Products, the numbers they get, and what the lists and the search need to stay fast.

create extension if not exists pg_trgm;

-- Gapless numbers: raised in the transaction that uses them.
create table counters (
  name text primary key check (name in ('product', 'order')),
  last_number bigint not null default 0 check (last_number >= 0)
);
insert into counters (name) values ('product'), ('order');

-- PRD or ORD and at least five digits.
create function numbered_id(prefix text, number bigint) returns text
  language sql immutable strict parallel safe
  return prefix || lpad(number::text, greatest(5, length(number::text)), '0');

-- All one- and two-letter pieces of a name: finds what is too short for trigrams.
create function short_pieces(name text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct substr(name, at, size)
    from generate_series(1, length(name)) at, generate_series(1, 2) size
    where at + size - 1 <= length(name)
    order by 1
  );

create table products (
  product_number bigint primary key check (product_number > 0),
  product_id text not null generated always as (numbered_id('PRD', product_number)) stored unique,
  seller_id uuid not null references users,
  product_name text not null check (char_length(product_name) between 1 and 200),
  -- Lower-cased for search and for sorting without regard to letter case.
  search_name text collate "C" not null generated always as (lower(product_name)) stored,
  product_price numeric(9, 2) not null check (product_price >= 0 and product_price <= 9999999.99),
  featured_image text not null check (char_length(featured_image) <= 500),
  other_images jsonb not null default '[]'
    check (jsonb_typeof(other_images) = 'array' and jsonb_array_length(other_images) <= 3),
  -- Cleaned HTML.
  product_desc text not null check (octet_length(product_desc) <= 50000),
  product_category text[] not null check (
    cardinality(product_category) <= 3
    and product_category <@ array[
      'Audio', 'Automotive', 'Cameras', 'Computers', 'Fashion', 'Gaming', 'Groceries', 'Home & Furniture',
      'Home & Lighting', 'Phones', 'Speakers', 'Tools & Hardware', 'Toys', 'TVs', 'Wearables'
    ]
  ),
  -- Units sold.
  total_sales bigint not null default 0 check (total_sales >= 0),
  flash_sale boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set when the seller or an admin deletes it: it vanishes from the shop, orders keep their lines.
  deleted_at timestamptz
);
