-- A page far from both ends of a list had to walk over all index entries before it. Now runs of about 1,000 listings are
-- counted beforehand: the page is found by adding up the runs before it, and walking within one.
--
-- Cost: products can be read, and not written until the end: 2.5 s for 100,000 products on two busy cores, so some 25 s for
-- a million.

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

-- Writers wait from here to the end, so that no change is missed.
lock table products in share row exclusive mode;

create or replace function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where visibility = 'visible'));
  insert into uncounted_listings (category, search_name, product_number, listings)
    select unnest(array['All'] || category_set(product_category)), search_name, product_number, 1
    from inserted where visibility = 'visible';
  perform count_listings(min_changes => 500);
  return null;
end $$;

create or replace function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products to be removed from the lists and those to be added.
  stale bigint[];
  fresh bigint[];
  -- Whether a product is at another place of a list; a new price changes none.
  is_moved boolean;
begin
  if tg_op = 'DELETE' then
    stale := array(select product_number from old_rows where visibility = 'visible');
    is_moved := cardinality(stale) > 0;
  else
    select array_agg(product_number) filter (where before.visibility = 'visible'),
      array_agg(product_number) filter (where after.visibility = 'visible'),
      bool_or((before.product_name, before.product_category, before.visibility)
        is distinct from (after.product_name, after.product_category, after.visibility))
      into stale, fresh, is_moved
      from old_rows before join new_rows after using (product_number)
      where (before.product_name, before.product_price, before.product_category, before.visibility)
        is distinct from (after.product_name, after.product_price, after.product_category, after.visibility);
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
  return null;
end $$;

comment on trigger products_insert on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists.';
comment on trigger products_update on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists.';
comment on trigger products_delete on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists.';

select rebuild_listing_runs();
