-- Products, the lists and counts of them that readers use, and their former prices.

-- Gapless numbers of products and orders: raised in the transaction that uses them.
create table counters (
  name text primary key check (name in ('product', 'order')),
  last_number bigint not null default 0 check (last_number >= 0),
  -- Each order has the time of the one before it where that is later.
  last_at timestamptz
);
insert into counters (name) values ('product'), ('order');

-- The numbers of products and orders that were removed with the demo: they are not missing, and never used again.
create table removed_numbers (
  counter text not null references counters (name),
  number bigint not null check (number > 0),
  primary key (counter, number)
);

-- The categories of a product as a set: each once, in one order.
create function category_set(categories text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct category from unnest(categories) category order by category);

-- What sellers offer.
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
  product_category text[] not null check (cardinality(product_category) <= 3),
  -- Units sold.
  total_sales bigint not null default 0 check (total_sales >= 0),
  flash_sale boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An admin may undo a deletion for a short while, then the pictures are removed. Orders keep their lines.
  deleted_at timestamptz,
  -- Raised by each edit. An edit names the revision it is based on, so that it cannot overwrite a later one.
  revision integer not null default 1 check (revision > 0),
  -- Apart from products that were deleted, those of a suspended seller are not in the shop.
  visibility text not null default 'visible' check (visibility in ('visible', 'hidden_by_suspension', 'deleted')),
  -- What the pictures show, in words: the featured one's first. Empty where the seller wrote nothing.
  picture_texts text[] not null default '{}' check (cardinality(picture_texts) <= 4),
  constraint products_deleted_at_check check ((visibility = 'deleted') = (deleted_at is not null))
) with (fillfactor = 90);
create index products_seller_idx on products (seller_id, product_number);
create index products_visible_idx on products (product_number) where visibility = 'visible';
create index products_flash_sale_idx on products (product_number) where flash_sale and visibility = 'visible';
-- A seller's list in the orders that sales do not change.
create index products_seller_visible_idx on products (seller_id, product_number) where visibility = 'visible';
create index products_seller_name_idx on products (seller_id, search_name, product_number) where visibility = 'visible';
create index products_seller_price_idx on products (seller_id, product_price, product_number)
  where visibility = 'visible';
create index products_hidden_idx on products (seller_id, product_number) where visibility = 'hidden_by_suspension';
-- Deleted products that still have pictures.
create index products_deleted_idx on products (deleted_at) where visibility = 'deleted' and featured_image <> '';

-- Former prices: a product on flash sale shows the lowest price of its last 30 days.
create table price_changes (
  change_number bigint primary key generated always as identity,
  product_number bigint not null references products on delete cascade,
  price_before numeric(9, 2) not null,
  price_after numeric(9, 2) not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index price_changes_product_idx on price_changes (product_number, changed_at) include (price_before);

create function keep_former_price() returns trigger language plpgsql as $$
begin
  insert into price_changes (product_number, price_before, price_after)
    values (new.product_number, old.product_price, new.product_price);
  return null;
end $$;
create trigger products_price after update of product_price on products
  for each row when (old.product_price <> new.product_price) execute function keep_former_price();
comment on trigger products_price on products is
  'Feeds price_changes. Proved by: former prices are a chain that ends in the price.';

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
create index product_listings_pieces_idx on product_listings using gin (short_pieces(search_name))
  where category = 'All';
create index product_listings_letters_idx on product_listings using gin (search_name gin_trgm_ops) where category = 'All';
-- The other names are in the indexes of names as they are.
create index product_listings_folded_letters_idx on product_listings using gin (fold_text(search_name) gin_trgm_ops)
  where category = 'All' and fold_text(search_name) <> search_name;
create index product_listings_folded_pieces_idx on product_listings using gin (short_pieces(fold_text(search_name)))
  where category = 'All' and fold_text(search_name) <> search_name;
-- The plan of a search depends on the frequency of its term: 100 samples would not distinguish 1% from 0.1%.
alter table product_listings alter column search_name set statistics 1000;

-- A page far from both ends of a list would have to walk over all index entries before it. Runs of about 1,000 listings are
-- counted beforehand: the page is found by adding up the runs before it, and walking within one.
create table listing_runs (
  category text not null,
  first_name text collate "C" not null,
  first_number bigint not null,
  -- Listings from this key to the next run's, as of the last count. The first run of a category starts with ('', 0).
  listings integer not null check (listings >= 0),
  primary key (category, first_name, first_number)
);

-- The same for the list of all products by number.
create table number_runs (
  first_number bigint primary key check (first_number % 1000 = 0),
  listings integer not null check (listings between 0 and 1000)
);

-- Listings added (1) and removed (-1) since the last count. Writers only add rows here and count some of the time: if they
-- changed the counts, they would wait for each other, and each for the whole transaction of the one before.
create table uncounted_listings (
  category text not null,
  search_name text collate "C" not null,
  product_number bigint not null,
  listings smallint not null check (listings in (-1, 1))
);
-- Without a key, logical replication (for upgrades) could not delete rows.
alter table uncounted_listings replica identity full;

-- All products of a large seller in one transaction would exceed the statement timeout and lock rows that orders need. The
-- suspending transaction changes the first batch; for sellers in this table a job changes the rest.
create table pending_suspensions (
  seller_id uuid primary key references users on delete cascade
);

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

-- For each statement: for each row, every product would write a new version of the same few rows of category_sets.
create function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where visibility = 'visible'));
  insert into uncounted_listings (category, search_name, product_number, listings)
    select unnest(array['All'] || category_set(product_category)), search_name, product_number, 1
    from inserted where visibility = 'visible';
  perform count_listings(min_changes => 500);
  perform word_products(array(select product_number from inserted where visibility = 'visible'));
  return null;
end $$;
create trigger products_insert after insert on products
  referencing new table as inserted for each statement execute function list_inserted_products();
comment on trigger products_insert on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';

-- Takes products that changed or left the shop off the lists, and puts them where they belong now.
create function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products to be removed from the lists and those to be added.
  stale bigint[];
  fresh bigint[];
  -- Products that may be found by other words.
  reworded bigint[];
  -- Whether a product is at another place of a list; a new price changes none.
  is_moved boolean;
begin
  if tg_op = 'DELETE' then
    reworded := array(select product_number from old_rows where visibility = 'visible');
    stale := array(select product_number from old_rows where visibility = 'visible');
    is_moved := cardinality(stale) > 0;
  else
    select array_agg(product_number) filter (where before.visibility = 'visible'),
      array_agg(product_number) filter (where after.visibility = 'visible'),
      bool_or((before.product_name, before.product_category, before.visibility)
        is distinct from (after.product_name, after.product_category, after.visibility)),
      array_agg(product_number) filter (where
        (before.product_name, before.product_category, before.visibility, before.seller_id)
        is distinct from (after.product_name, after.product_category, after.visibility, after.seller_id))
      into stale, fresh, is_moved, reworded
      from old_rows before join new_rows after using (product_number)
      where (before.product_name, before.product_price, before.product_category, before.visibility, before.seller_id)
        is distinct from
          (after.product_name, after.product_price, after.product_category, after.visibility, after.seller_id);
  end if;
  if cardinality(stale) > 0 then
    delete from product_listings listing
      using (
        select product_number, search_name, unnest(array['All'] || product_category) as category
        from old_rows where product_number = any(stale)
      ) previous
      where listing.category = previous.category
        and listing.search_name = previous.search_name and listing.product_number = previous.product_number;
    update category_sets set products = category_sets.products - removed.products
      from (
        select category_set(product_category) as categories, count(*) as products
        from old_rows where product_number = any(stale) group by 1
      ) removed
      where category_sets.categories = removed.categories;
  end if;
  if cardinality(fresh) > 0 then
    perform list_products(fresh);
  end if;
  if is_moved then
    if tg_op = 'DELETE' then
      insert into uncounted_listings (category, search_name, product_number, listings)
        select unnest(array['All'] || category_set(product_category)), search_name, product_number, -1
        from old_rows where product_number = any(stale);
    else
      insert into uncounted_listings (category, search_name, product_number, listings)
        select category, search_name, product_number, sum(listings)
        from (
          select unnest(array['All'] || category_set(product_category)) as category, search_name, product_number,
            -1 as listings
          from old_rows where product_number = any(stale)
          union all
          select unnest(array['All'] || category_set(product_category)), search_name, product_number, 1
          from new_rows where product_number = any(fresh)
        ) changes
        group by 1, 2, 3 having sum(listings) <> 0;
    end if;
    perform count_listings(min_changes => 500);
  end if;
  if cardinality(reworded) > 0 then
    perform word_products(reworded);
  end if;
  return null;
end $$;
create trigger products_update after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function relist_changed_products();
comment on trigger products_update on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';
create trigger products_delete after delete on products
  referencing old table as old_rows for each statement execute function relist_changed_products();
comment on trigger products_delete on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';

-- Adds the uncounted listings to the runs, when there are at least so many and nobody else is counting. Each statement sees
-- one snapshot: what others commit meanwhile stays uncounted.
create function count_listings(min_changes integer default 1, run_size integer default 1000)
returns void language plpgsql as $$
begin
  if (select count(*) from (select from uncounted_listings limit min_changes) changes) < min_changes then
    return;
  end if;
  -- An older snapshot could contain rows that others have counted.
  if current_setting('transaction_isolation') <> 'read committed' or not pg_try_advisory_xact_lock(7465003) then
    return;
  end if;
  with counted as (
    delete from uncounted_listings returning *
  ), by_name as (
    select category, first_name, first_number, sum(listings) as listings
    from counted left join lateral (
      select first_name, first_number from listing_runs run
      where run.category = counted.category and (first_name, first_number) <= (search_name, product_number)
      order by first_name desc, first_number desc limit 1
    ) run on true
    group by 1, 2, 3
  ), by_number as (
    select product_number / 1000 * 1000 as first_number, sum(listings) as listings
    from counted where category = 'All' group by 1
  ), first_of_list as (
    insert into listing_runs (category, first_name, first_number, listings)
    select category, '', 0, listings from by_name where first_number is null
  ), first_of_numbers as (
    insert into number_runs (first_number, listings)
    select first_number, listings from by_number where first_number not in (select first_number from number_runs)
  ), added_by_name as (
    update listing_runs run set listings = run.listings + by_name.listings from by_name
    where (run.category, run.first_name, run.first_number) = (by_name.category, by_name.first_name, by_name.first_number)
  )
  update number_runs run set listings = run.listings + by_number.listings from by_number
    where run.first_number = by_number.first_number and by_number.listings <> 0;
  -- Runs that became small are joined to the one before.
  if exists (select from listing_runs where listings < run_size / 4 and first_number > 0) then
    with grouped as (
      select *, count(*) filter (where listings >= run_size / 4 or first_number = 0)
        over (partition by category order by first_name, first_number) as joined
      from listing_runs
    ), small as (
      delete from listing_runs run using grouped
      where (run.category, run.first_name, run.first_number)
          = (grouped.category, grouped.first_name, grouped.first_number)
        and grouped.listings < run_size / 4 and grouped.first_number > 0
      returning grouped.category, joined, grouped.listings
    )
    update listing_runs run set listings = run.listings + added.listings
      from grouped join (
        select category, joined, sum(listings) as listings from small group by 1, 2
      ) added using (category, joined)
      where (run.category, run.first_name, run.first_number)
          = (grouped.category, grouped.first_name, grouped.first_number)
        and (grouped.listings >= run_size / 4 or grouped.first_number = 0);
  end if;
  if exists (select from listing_runs where listings > 2 * run_size) then
    perform split_listing_runs(run_size);
  end if;
end $$;

-- Splits runs of more than twice this size. A run says what was there at the last count, so uncounted listings are taken
-- off. The caller holds the lock of count_listings.
create function split_listing_runs(run_size integer) returns void language sql as $$
  with bounded as (
    select *, lead(first_name) over following as next_name, lead(first_number) over following as next_number
    from listing_runs window following as (partition by category order by first_name, first_number)
  ), large as materialized (
    select *, listings / run_size as pieces from bounded where listings > 2 * run_size
  ), numbered as (
    select large.*, listed.*,
      dense_rank() over (
        partition by large.category, first_name, first_number order by search_name, product_number
      ) - 1 as place
    from large left join lateral (
      select search_name, product_number, 1 as counted from product_listings listing
      where listing.category = large.category and (search_name, product_number) >= (first_name, first_number)
        and (search_name, product_number) < (next_name, next_number)
      union all
      select search_name, product_number, 1 from product_listings listing
      where next_number is null
        and listing.category = large.category and (search_name, product_number) >= (first_name, first_number)
      union all
      select search_name, product_number, -uncounted.listings from uncounted_listings uncounted
      where uncounted.category = large.category and (search_name, product_number) >= (first_name, first_number)
        and (next_number is null or (search_name, product_number) < (next_name, next_number))
    ) listed on true
  ), placed as (
    select *, least(pieces - 1, place * pieces / listings) as piece,
      least(pieces - 1, (place - 1) * pieces / listings) as piece_before
    from numbered
  )
  insert into listing_runs (category, first_name, first_number, listings)
  select category,
    case when piece = 0 then first_name else min(search_name) filter (where piece > piece_before) end,
    case when piece = 0 then first_number else min(product_number) filter (where piece > piece_before) end,
    coalesce(sum(counted), 0)
  from placed group by category, first_name, first_number, piece
  on conflict (category, first_name, first_number) do update set listings = excluded.listings
$$;

-- Counts all runs anew, for lists that were written without the triggers. Others may write meanwhile.
create function rebuild_listing_runs(run_size integer default 1000) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7465003);
  with counted as (
    delete from uncounted_listings
  ), by_name as (
    insert into listing_runs (category, first_name, first_number, listings)
    select category, '', 0, count(*) from product_listings group by 1
    on conflict (category, first_name, first_number) do update set listings = excluded.listings
    returning category
  ), by_number as (
    insert into number_runs (first_number, listings)
    select product_number / 1000 * 1000, count(*) from product_listings where category = 'All' group by 1
    on conflict (first_number) do update set listings = excluded.listings
    returning first_number
  ), other_names as (
    delete from listing_runs where first_number > 0 or category not in (select category from by_name)
  )
  delete from number_runs where first_number not in (select first_number from by_number);
  perform split_listing_runs(run_size);
end $$;
