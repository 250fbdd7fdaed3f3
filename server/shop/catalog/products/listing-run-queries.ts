import { type RawBuilder, sql } from 'kysely'

/** A page that starts further from both ends of its list is found by runs. */
export const MOST_ROWS_WALKED = 1_000

/** Returns SQL for the keys of a page of a category's products by name, which walks within one run of the list. */
export function pageWithinRun(category: string, start: number, limit: number): RawBuilder<unknown> {
  // The subquery hides the value: the plan is the same for every category.
  const list = sql`(select ${category}::text)`
  return sql`(
    with places as (
      select first_name as name, first_number as number, listings, 0 as uncounted
      from listing_runs where category = ${list}
      union all
      select search_name, product_number, listings, 1 from uncounted_listings where category = ${list}
    ), run as materialized (${lastRunBefore(sql`name, number`, start)})
    select search_name, product_number from product_listings
    where category = ${list}
      and (search_name, product_number) >= (coalesce((select name from run), ''), coalesce((select number from run), 0))
    order by search_name, product_number
    ${offsetWithinRun(start)} limit ${limit}
  )`
}

/** Returns SQL for the numbers of a page of the products in the shop by number, which walks within one run of them. */
export function numbersWithinRun(start: number, limit: number): RawBuilder<unknown> {
  return sql`(
    with places as (
      select first_number as number, listings, 0 as uncounted from number_runs
      union all
      select product_number, listings, 1 from uncounted_listings where category = 'All'
    ), run as materialized (${lastRunBefore(sql`number`, start)})
    select product_number from products
    where visibility = 'visible' and product_number >= coalesce((select number from run), 0)
    order by product_number ${offsetWithinRun(start)} limit ${limit}
  )`
}

function lastRunBefore(key: RawBuilder<unknown>, start: number): RawBuilder<unknown> {
  return sql`
    select * from (
      select *, sum(listings) over (order by ${key}, uncounted rows between unbounded preceding and 1 preceding) as before
      from places
    ) added_up
    where uncounted = 0 and coalesce(before, 0) <= ${start}::bigint order by coalesce(before, 0) desc, ${key} limit 1`
}

function offsetWithinRun(start: number): RawBuilder<unknown> {
  return sql`offset ${start}::bigint - coalesce((select before from run), 0)`
}
