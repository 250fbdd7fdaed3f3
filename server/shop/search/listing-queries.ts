import { type RawBuilder, sql } from 'kysely'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import type { SortOrder } from '../../../shared/catalog/constants.ts'

type ListOrder = 'name' | Exclude<SortOrder, 'relevance'>

export const ORDERS: Record<ListOrder | 'name-backwards', RawBuilder<unknown>> = {
  name: sql`name, product_number`,
  'name-backwards': sql`name desc, product_number desc`,
  'price-low-high': sql`price, product_number`,
  'price-high-low': sql`price desc, product_number desc`,
}

/** The places that a category has in a product: each has an index by name and one by price. */
const PLACES = [sql`categories[1]`, sql`categories[2]`, sql`categories[3]`]

/** Returns SQL for the rows of `product_search` in at least one of these categories, each once, in no order. */
export function listedIn(categories: CategoryFilter): RawBuilder<unknown> {
  if (categories === 'all') return sql`product_search`
  const parts = partsOf(categories).map((condition) => sql`select * from product_search where ${condition}`)
  return sql`(${sql.join(parts.length ? parts : [NOTHING], sql` union all `)}) listed`
}

const NOTHING = sql`select * from product_search where false`

interface First {
  columns: RawBuilder<unknown>
  where?: readonly RawBuilder<unknown>[]
  order: RawBuilder<unknown>
  limit: RawBuilder<unknown>
}

/** Returns a query for the first rows of these categories in an order, which is a merge of ranges of indexes. */
export function firstListed(categories: CategoryFilter, first: First): RawBuilder<unknown> {
  return categories === 'all' ? firstWhere([], first) : merged(partsOf(categories), first)
}

/** Returns the same for one category that is SQL. */
export function firstListedInOne(category: RawBuilder<unknown>, first: First): RawBuilder<unknown> {
  return merged(
    PLACES.map((place) => sql`${place} = ${category}`),
    first,
  )
}

function partsOf(categories: readonly string[]): RawBuilder<unknown>[] {
  return categories.flatMap((category, at) => {
    const earlier = categories.slice(0, at)
    const isNew = earlier.length ? sql`and not categories && ${earlier}::text[]` : sql``
    return PLACES.map((place) => sql`${place} = ${category}::text ${isNew}`)
  })
}

function merged(parts: RawBuilder<unknown>[], first: First): RawBuilder<unknown> {
  if (!parts.length) return firstWhere([sql`false`], first)
  // The planner merges ordered parts, but orders none of them by itself.
  const ordered = parts.map((condition) => sql`(${firstWhere([condition], first)})`)
  return sql`select * from (${sql.join(ordered, sql` union all `)}) listed order by ${first.order} limit ${first.limit}`
}

function firstWhere(
  conditions: RawBuilder<unknown>[],
  { columns, where = [], order, limit }: First,
): RawBuilder<unknown> {
  return sql`select ${columns} from product_search ${whereAll([...conditions, ...where])} order by ${order} limit ${limit}`
}

/** Returns SQL for a `where` of all conditions; nothing without any. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}
