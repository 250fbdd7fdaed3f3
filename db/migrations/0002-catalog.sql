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

-- All one- and two-letter pieces of a name: finds what has no three letters in a row for trigrams.
create function short_pieces(name text) returns text[]
  language sql immutable strict parallel safe cost 1000
  return array(
    select distinct substr(name, at, size)
    from generate_series(1, length(name)) at, generate_series(1, 2) size
    where at + size - 1 <= length(name)
    order by 1
  );

-- The categories of a product as a set: each once, in one order.
create function category_set(categories text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct category from unnest(categories) category order by category);

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
) with (fillfactor = 90);
create index products_shown_idx on products (product_number) where deleted_at is null;
create index products_flash_sale_idx on products (product_number) where flash_sale and deleted_at is null;
create index products_seller_idx on products (seller_id, product_number);

-- How many products are shown with exactly these categories. Categories are few, so sets are; totals of any choice of
-- categories are sums over this table.
create table category_sets (
  set_number smallint primary key generated always as identity,
  categories text[] not null unique check (categories = category_set(categories)),
  products bigint not null default 0 check (products >= 0)
);

-- What lists and searches read: one narrow row for each category a shown product is in, and one in 'All'. In name or
-- price order each list is a range of one index that holds all that is asked for, so a page is read without the rest.
-- Kept by the triggers below; nothing else writes here.
create table product_listings (
  category text not null,
  search_name text collate "C" not null,
  product_number bigint not null,
  product_price numeric(9, 2) not null,
  set_number smallint not null,
  primary key (category, search_name, product_number) include (product_price, set_number)
);
create index product_listings_price_idx on product_listings (category, product_price, product_number)
  include (search_name, set_number);
create index product_listings_trigrams_idx on product_listings using gin (search_name gin_trgm_ops);
create index product_listings_pieces_idx on product_listings using gin (short_pieces(search_name))
  where category = 'All';
-- How often a term occurs decides how a search is done: 100 samples would not tell 1 % from 0.1 %.
alter table product_listings alter column search_name set statistics 1000;

-- Puts products into the lists.
create function list_products(numbers bigint[]) returns void language plpgsql as $$
begin
  insert into category_sets (categories)
    select category_set(product_category) from products where product_number = any(numbers)
    except select categories from category_sets
    on conflict do nothing;
  update category_sets set products = category_sets.products + added.products
    from (
      select category_set(product_category) as categories, count(*) as products
      from products where product_number = any(numbers) group by 1
    ) added
    where category_sets.categories = added.categories;
  insert into product_listings (category, search_name, product_number, product_price, set_number)
    select category, search_name, product_number, product_price, set_number
    from products
    join category_sets on categories = category_set(product_category)
    cross join unnest(array['All'] || categories) category
    where product_number = any(numbers);
end $$;

-- Takes a product out of the lists, as it was when it was put in.
create function unlist_product(product products) returns void language plpgsql as $$
begin
  delete from product_listings
    where category = any(array['All'] || product.product_category)
      and search_name = product.search_name and product_number = product.product_number;
  update category_sets set products = products - 1 where categories = category_set(product.product_category);
end $$;

create function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where deleted_at is null));
  return null;
end $$;
create trigger products_insert after insert on products
  referencing new table as inserted for each statement execute function list_inserted_products();

create function relist_changed_product() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    perform unlist_product(old);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    perform list_products(array[new.product_number]);
  end if;
  return null;
end $$;
-- Sales and flash sale leave the lists alone.
create trigger products_update after update of product_name, product_price, product_category, deleted_at on products
  for each row
  when (
    (old.product_name, old.product_price, old.product_category, old.deleted_at)
    is distinct from (new.product_name, new.product_price, new.product_category, new.deleted_at)
  )
  execute function relist_changed_product();
create trigger products_delete after delete on products
  for each row execute function relist_changed_product();
