import { type RawBuilder, sql } from 'kysely'
import { type CategoryFilter, categories } from '../../../shared/catalog/categories.ts'
import type { SortOrder } from '../../../shared/catalog/constants.ts'

export type ListOrder = 'name' | Exclude<SortOrder, 'relevance'>

export const ORDERS: Record<ListOrder | 'name-backwards', RawBuilder<unknown>> = {
  name: sql`name, product_number`,
  'name-backwards': sql`name desc, product_number desc`,
  'price-low-high': sql`price, product_number`,
  'price-high-low': sql`price desc, product_number desc`,
}

/** Returns SQL for the columns of the index with an order. */
export function keyOf(order: keyof typeof ORDERS): RawBuilder<unknown> {
  return order.startsWith('name') ? ORDERS.name : ORDERS['price-low-high']
}

/**
 * Returns SQL for the current slugs in a column of slugs, each once. While products move from one category to another, both are
 * read as the one to which they move.
 */
export function presentSlugs(column: RawBuilder<unknown>): RawBuilder<unknown> {
  const { moving } = categories().former
  if (!moving.size) return column
  const targets = JSON.stringify(Object.fromEntries(Array.from(moving, ([from, { slug }]) => [from, slug])))
  return sql`array(select distinct coalesce(${targets}::jsonb ->> slug, slug) from unnest(${column}) slug)`
}

/** The positions of a category in a product: each has an index by name and one by price. */
const PLACES = [sql`categories[1]`, sql`categories[2]`, sql`categories[3]`]

const NOTHING = sql`select * from product_search where false`

/** Returns SQL for the rows of `product_search` in at least one of these categories, each once, in no order. */
export function listedIn(wanted: CategoryFilter): RawBuilder<unknown> {
  if (wanted === 'all') return sql`product_search`
  const parts = wanted.flatMap((category, at) => {
    const earlier = wanted.slice(0, at)
    const isNew = earlier.length ? sql`and not categories && ${earlier}::text[]` : sql``
    return PLACES.map((place) => sql`select * from product_search where ${place} = ${category}::text ${isNew}`)
  })
  return sql`(${sql.join(parts.length ? parts : [NOTHING], sql` union all `)}) listed`
}

interface First {
  columns: RawBuilder<unknown>
  where?: readonly RawBuilder<unknown>[]
  order: keyof typeof ORDERS
  limit: RawBuilder<unknown>
}

/**
 * Returns a query for the first rows, in an order, of any of these categories, each once: a merge of index scans. A single
 * category may be SQL.
 */
export function firstListed(from: CategoryFilter | RawBuilder<unknown>, first: First): RawBuilder<unknown> {
  if (from === 'all') return firstWhere([], first)
  const isSql = 'toOperationNode' in from
  const wanted = isSql ? [from] : from.map((category) => sql`${category}::text`)
  if (!wanted.length) return firstWhere([sql`false`], first)
  // The planner merges parts only if each is ordered explicitly.
  const parts = wanted.flatMap((category) =>
    PLACES.map((place) => sql`(${firstWhere([sql`${place} = ${category}`], first)})`),
  )
  // Duplicates, of products in two of the categories, are adjacent.
  const distinct = wanted.length > 1 ? sql`distinct on (${keyOf(first.order)})` : sql``
  return sql`
    select ${distinct} * from (${sql.join(parts, sql` union all `)}) listed
    order by ${ORDERS[first.order]} limit ${first.limit}`
}

function firstWhere(conditions: RawBuilder<unknown>[], { columns, where = [], order, limit }: First) {
  return sql`
    select ${columns} from product_search ${whereAll([...conditions, ...where])} order by ${ORDERS[order]} limit ${limit}`
}

/** Returns SQL for a `where` of all conditions; nothing without any. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}
