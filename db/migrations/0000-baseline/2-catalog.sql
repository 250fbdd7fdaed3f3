-- Products, the lists and counts of them that readers use, and their former prices.

-- Gapless numbers of products and orders: raised in the transaction that uses them.
create table counters (
  name text primary key check (name in ('product', 'order')),
  last_number bigint not null default 0 check (last_number >= 0)
);
insert into counters (name) values ('product'), ('order');

-- The prefix (PRD or ORD) and at least five digits.
create function numbered_id(prefix text, number bigint) returns text
  language sql immutable strict parallel safe
  return prefix || lpad(number::text, greatest(5, length(number::text)), '0');

-- The categories of a product as a set: each once, in one order.
create function category_set(categories text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct category from unnest(categories) category order by category);

create table products (
  product_number bigint primary key check (product_number > 0),
  product_id text not null generated always as (numbered_id('PRD', product_number)) stored unique,
  seller_id uuid not null references users,
  product_name text not null check (char_length(product_name) between 1 and 200),
  -- Lower case, for searching and for sorting without regard to letter case.
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
  -- Set for products that are not in the shop; orders keep their lines.
  deleted_at timestamptz,
  -- Raised by each edit. An edit names the revision it is based on, so that it cannot overwrite a later one.
  revision integer not null default 1 check (revision > 0),
  -- Deleted only because the seller is suspended: such products come back with the seller.
  hidden_with_seller boolean not null default false,
  check (not hidden_with_seller or deleted_at is not null)
) with (fillfactor = 90);
create index products_shown_idx on products (product_number) where deleted_at is null;
create index products_flash_sale_idx on products (product_number) where flash_sale and deleted_at is null;
create index products_seller_idx on products (seller_id, product_number);
-- A seller's list in the sort orders that sales do not change. For the others it is sorted: no seller's list is too long.
create index products_stall_idx on products (seller_id, product_number) where deleted_at is null;
create index products_stall_name_idx on products (seller_id, search_name, product_number) where deleted_at is null;
create index products_stall_price_idx on products (seller_id, product_price, product_number) where deleted_at is null;
-- Deleted products that still have pictures: for a short while an admin may undo a deletion.
create index products_deleted_idx on products (deleted_at) where deleted_at is not null and featured_image <> '';
create index products_hidden_idx on products (seller_id, product_number) where hidden_with_seller;

-- The count of products in the shop that have exactly these categories. There are few sets; the total of any choice of
-- categories is a sum over this table.
create table category_sets (
  set_number smallint primary key generated always as identity,
  categories text[] not null unique check (categories = category_set(categories)),
  products bigint not null default 0 check (products >= 0)
);

-- What lists and searches read: a narrow row for each category of a product in the shop, and one in 'All'. In the order of
-- names or prices, each page is a range of one index, which has all columns needed.
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
-- The plan of a search depends on the frequency of its term: 100 samples would not distinguish 1% from 0.1%.
alter table product_listings alter column search_name set statistics 1000;

-- Inserts products into the lists.
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

-- Feeds product_listings and category_sets. Proved by the rules 'the lists hold the products that are shown' and 'the
-- figures of category_sets are those of the products'. For each statement: for each
-- row, every product would write a new version of the same few rows of category_sets.
create function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where deleted_at is null));
  return null;
end $$;
create trigger products_insert after insert on products
  referencing new table as inserted for each statement execute function list_inserted_products();

create function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products that were in the lists and those to be put there.
  stale bigint[];
  fresh bigint[];
begin
  if tg_op = 'DELETE' then
    stale := array(select product_number from old_rows where deleted_at is null);
  else
    select array_agg(product_number) filter (where was.deleted_at is null),
      array_agg(product_number) filter (where becomes.deleted_at is null)
      into stale, fresh
      from old_rows was join new_rows becomes using (product_number)
      where (was.product_name, was.product_price, was.product_category, was.deleted_at)
        is distinct from (becomes.product_name, becomes.product_price, becomes.product_category, becomes.deleted_at);
  end if;
  if cardinality(stale) > 0 then
    delete from product_listings listing
      using (
        select product_number, search_name, unnest(array['All'] || product_category) as category
        from old_rows where product_number = any(stale)
      ) was
      where listing.category = was.category
        and listing.search_name = was.search_name and listing.product_number = was.product_number;
    update category_sets set products = category_sets.products - gone.products
      from (
        select category_set(product_category) as categories, count(*) as products
        from old_rows where product_number = any(stale) group by 1
      ) gone
      where category_sets.categories = gone.categories;
  end if;
  if cardinality(fresh) > 0 then
    perform list_products(fresh);
  end if;
  return null;
end $$;
create trigger products_update after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function relist_changed_products();
create trigger products_delete after delete on products
  referencing old table as old_rows for each statement execute function relist_changed_products();

-- Former prices: a product on flash sale shows the lowest price of its last 30 days.
create table price_changes (
  change_number bigint primary key generated always as identity,
  product_number bigint not null references products on delete cascade,
  price_before numeric(9, 2) not null,
  price_after numeric(9, 2) not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index price_changes_product_idx on price_changes (product_number, changed_at) include (price_before);

-- Feeds price_changes. Proved by the rule 'former prices are a chain that ends in the price'.
create function keep_former_price() returns trigger language plpgsql as $$
begin
  insert into price_changes (product_number, price_before, price_after)
    values (new.product_number, old.product_price, new.product_price);
  return null;
end $$;
create trigger products_price after update of product_price on products
  for each row when (old.product_price <> new.product_price) execute function keep_former_price();

-- Announces changes of what visitors see, once for each transaction. It is chosen by the columns that a statement sets: an
-- order sets total_sales, which announces nothing.
create function notify_catalog_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changes', tg_table_name);
  return null;
end $$;
create trigger products_told after insert or delete or truncate or update of
    seller_id, product_name, product_price, featured_image, other_images, product_desc, product_category, flash_sale,
    deleted_at
  on products for each statement execute function notify_catalog_change();
