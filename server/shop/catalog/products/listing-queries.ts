import { type RawBuilder, sql } from 'kysely'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'

/** The list in `product_listings` that contains every product of the shop. */
export const ALL_LISTING = 'All'
/** The same in SQL: a plan for any list would expect few products in it. */
const ALL = sql.lit(ALL_LISTING)

export type MatchOrder = 'name' | 'price-low-high' | 'price-high-low'

interface ListOrder {
  by: RawBuilder<unknown>
  key: RawBuilder<unknown>
}

const BY_NAME = sql`search_name, product_number`
const BY_PRICE = sql`product_price, product_number`

export const ORDERS: Record<MatchOrder | 'name-backwards', ListOrder> = {
  name: { by: BY_NAME, key: BY_NAME },
  'name-backwards': { by: sql`search_name desc, product_number desc`, key: BY_NAME },
  'price-low-high': { by: BY_PRICE, key: BY_PRICE },
  'price-high-low': { by: sql`product_price desc, product_number desc`, key: BY_PRICE },
}

export const LISTING = sql`select search_name, product_number, product_price, set_number from product_listings`

/**
 * SQL for the first listings of the products in at least one of these categories, each product once. Each category is a
 * range of an index in that order: the ranges are merged while they are read, and duplicates are adjacent.
 */
export function firstListings({
  categories,
  where = [],
  order,
  limit,
}: {
  categories: CategoryFilter
  where?: RawBuilder<unknown>[]
  order: ListOrder
  limit: RawBuilder<unknown>
}): RawBuilder<unknown> {
  const lists = categories === 'all' ? [ALL_LISTING] : categories
  const parts = lists.map(
    (category) => sql`(${LISTING} ${whereAll([inList(category), ...where])} order by ${order.by} limit ${limit})`,
  )
  if (!parts.length) return sql`(${LISTING} where false) listed`
  // A product is in a list once: there is nothing to merge, and less to plan.
  if (parts.length === 1) return sql`${parts[0]} listed`
  return sql`(
    select distinct on (${order.key}) * from (${sql.join(parts, sql` union all `)}) listed
    order by ${order.by} limit ${limit}) listed`
}

/** SQL for whether a listing is in one list. */
export function inList(category: string): RawBuilder<unknown> {
  return sql`category = ${category === ALL_LISTING ? ALL : category}`
}

/** SQL for a `where` of all conditions; nothing without any. */
export function whereAll(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** SQL for whether a listing is in at least one of these categories. */
export function inSetsOf(categories: readonly string[]): RawBuilder<unknown> {
  return sql`set_number = any(array(
    select set_number from category_sets where category_sets.categories && ${categories}::text[]))`
}
