import { sql } from 'kysely'
import type { Rule } from './rule.ts'
import { wordRules } from './word-rules-queries.ts'

export const sellerPageRules: Rule[] = [
  {
    name: 'sellers have pages with the names and pictures of their accounts',
    query: sql`
      select 'the seller ' || id || ' has no page' as what
      from users left join seller_pages on seller_id = id where role = 'seller' and seller_id is null
      union all
      select 'the page of ' || seller_id || ' has the name ' || name || ' and the picture ' || picture
      from seller_pages join users on id = seller_id
      where (name, picture) <> (seller_name(user_metadata), seller_picture(user_metadata))`,
  },
  {
    name: 'the handle of a page is one of its seller',
    query: sql`
      select 'the page of ' || seller_id || ' has the handle ' || handle as what
      from seller_pages page
      where not exists (
        select from seller_handles own where own.handle = page.handle and own.seller_id = page.seller_id
      )`,
  },
]

export const catalogRules: Rule[] = [
  {
    name: 'former prices are a chain that ends in the price',
    query: sql`
      with steps as (
        select *, lag(price_after) over history as came_from, lead(change_number) over history is null as latest
        from price_changes window history as (partition by product_number order by change_number)
      )
      select 'change ' || change_number || ' of ' || coalesce(product_id, 'nothing') || ' goes from ' || price_before
        || ' to ' || price_after || '; the price is ' || coalesce(product_price::text, 'not there') as what
      from steps left join products using (product_number)
      where product_id is null or price_before = price_after or price_before <> came_from
        or (latest and price_after <> product_price)`,
  },
  {
    name: 'the lists hold the products that are shown',
    query: sql`
      with wanted as (
        select category, search_name, product_number, product_price, category_set(product_category) as categories
        from products cross join lateral (select 'All' union select unnest(product_category)) shown(category)
        where visibility = 'visible'
      ), listed as (
        select category, search_name, product_number, product_price, categories
        from product_listings left join category_sets using (set_number)
      )
      select numbered_id('PRD', product_number) || ' in ' || category || ' is not listed as it is' as what
      from (select * from wanted except all select * from listed) missing
      union all
      select numbered_id('PRD', product_number) || ' in ' || category || ' is listed as it is not'
      from (select * from listed except all select * from wanted) surplus`,
  },
  {
    name: 'the figures of category_sets are those of the products',
    query: sql`
      select '{' || array_to_string(categories, ', ') || '} has a count of ' || coalesce(said.products, 0)
        || ', there are ' || coalesce(counted.products, 0) as what
      from category_sets said full join (
        select category_set(product_category) as categories, count(*) as products
        from products where visibility = 'visible' group by 1
      ) counted using (categories)
      where coalesce(said.products, 0) <> coalesce(counted.products, 0)`,
  },
  {
    // With the listings that are not counted yet.
    name: 'the figures of listing_runs and number_runs are those of the lists',
    query: sql`
      with places as (
        select category, search_name, product_number, 0 as said, 1 as there, 0 as runs from product_listings
        union all
        select category, search_name, product_number, listings, 0, 0 from uncounted_listings
        union all
        select category, first_name, first_number, listings, 0, 1 from listing_runs
        union all
        select 'by number', '', product_number, 0, 1, 0 from product_listings where category = 'All'
        union all
        select 'by number', '', product_number, listings, 0, 0 from uncounted_listings where category = 'All'
        union all
        select 'by number', '', first_number, listings, 0, 1 from number_runs
      ), placed as (
        select *, sum(runs) over (
          partition by category order by search_name, product_number, runs desc rows unbounded preceding) as run
        from places
      )
      select 'run ' || coalesce(run, 0) || ' of ' || category || ' has a count of ' || sum(said) || ', there are '
        || sum(there) as what
      from placed group by category, run having sum(said) <> sum(there)`,
  },
  ...wordRules,
]
