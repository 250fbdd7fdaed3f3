import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { CategoryFilter } from '../../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import {
  containsFolded,
  containsFoldedByIndex,
  hasTrigrams,
  ROWS_SCANNED,
} from '../../platform/data/condition-queries.ts'
import type { Candidate, Filters } from './filters.ts'
import { firstListed, keyOf, type ListOrder, ORDERS, presentSlugs, whereAll } from './listing-queries.ts'

/** With this many products a search is not widened. */
export const ENOUGH_MATCHES = 5
/** One match more than is counted, to detect that there are more. */
const LIMIT = MAX_UNPAGED_ROWS + 1
/** Sorts after every other character in byte order. */
const LAST_CHARACTER = '\u{10FFFF}'

export const candidateSql = () => sql<Candidate>`json_build_object(
  'number', product_number, 'price', price, 'categories', ${presentSlugs(sql`categories`)}, 'on_sale', on_sale, 'in_stock', in_stock,
  'seller', seller_id, 'rating', rating)`

/** The products whose names contain a text (`''`: all) and that pass filters. */
export interface ByName {
  text: string
  filters: Filters
  sort: SortOrder
}

/**
 * Returns the first products whose names contain a text, at most 1,001 for each of several sets of filters, in one statement.
 * Sorted by relevance, names that start with the text come first.
 */
export async function listMatching(db: Db, text: string, all: readonly Filters[]): Promise<Candidate[][]> {
  const lists = all.map((filters) => {
    const { names, order } = matchesOf({ text, filters, sort: 'relevance' })
    return sql`(
      with ${sql.join(names)}, placed as (
        select product_number as number, row_number() over (order by ${order}) as place from matches
      )
      select coalesce(json_agg(${candidateSql()} order by place), '[]') from placed cross join lateral (
        select * from product_search where product_number = number limit 1
      ) one
    )`
  })
  const { rows } = await sql<{ lists: Candidate[][] }>`select json_build_array(${sql.join(lists)}) as lists`.execute(db)
  return rows[0]?.lists ?? []
}

export interface Matches {
  /** The numbers of products, in order. */
  numbers: number[]
  /** Counts without the filter of categories, by slug. */
  counts: Record<string, number>
}

/** Returns the first 1,001 products whose names contain a text, and the first 1,000 in any category counted by category. */
export async function listMatches(db: Db, { text, filters, sort }: ByName): Promise<Matches> {
  const { categories } = filters
  const anywhere = { text, filters: { ...filters, categories: 'all' }, sort } as const
  const { isCut, numbers, counts } = await readMatches(db, anywhere, categories)
  if (!isCut || categories === 'all' || !categories.length) return { numbers, counts }
  // Of more matches than are read those in the categories are read as well.
  return { ...(await readMatches(db, { text, filters, sort }, categories)), counts }
}

async function readMatches(db: Db, wanted: ByName, categories: CategoryFilter) {
  const inside = categories === 'all' ? sql`true` : sql`categories && ${categories}::text[]`
  const { names, order } = matchesOf(wanted)
  // Most products have the categories of many others: grouped first, few are taken apart.
  const { rows } = await sql<Matches & { isCut: boolean }>`
    with ${sql.join(names)}
    select (select count(*) > ${MAX_UNPAGED_ROWS} from matches) as "isCut",
      (select coalesce(json_agg(product_number order by ${order}), '[]') from matches where ${inside}) as numbers,
      (select coalesce(json_object_agg(category, products), '{}') from (
        select category, sum(times) as products from (
          select categories, count(*) as times from (
            select categories from matches order by ${order} limit ${MAX_UNPAGED_ROWS}
          ) counted group by categories
        ) sets, unnest(${presentSlugs(sql`categories`)}) category group by category
      ) found) as counts`.execute(db)
  return rows[0] ?? { numbers: [], counts: {}, isCut: false }
}

/** Returns the product of the shop with a number, if there is one. */
export async function listNumbered(db: Db, number: number): Promise<Candidate[]> {
  const { rows } = await sql<{ candidate: Candidate }>`
    select ${candidateSql()} as candidate from product_search where product_number = ${number}`.execute(db)
  return rows.map(({ candidate }) => candidate)
}

/** Returns the definitions of `matches`, the first 1,001, for a `with`; and their order. */
function matchesOf(wanted: ByName) {
  const { text, sort } = wanted
  const list = sort === 'relevance' ? 'name' : sort
  if (text === '' || sort !== 'relevance')
    return { names: [sql`matches as materialized (${firstContaining(wanted, list)})`], order: ORDERS[list] }
  const [start, end] = [sql`lower(${text}::text)`, sql`lower(${text}::text) || ${LAST_CHARACTER}::text`]
  const starting = [sql`name >= ${start} and name < ${end}`, ...conditionsOf(wanted)]
  // Names that start with the text are adjacent in the index. When there are enough of them, no others are read.
  const other = [sql`not (name >= ${start} and name < ${end})`, sql`(select count(*) from starting) < ${LIMIT}`]
  const order = sql`later, ${ORDERS.name}`
  const names = [
    sql`starting as materialized (
      select name, product_number, categories, 0 as later from product_search ${whereAll(starting)}
      order by ${ORDERS.name} limit ${LIMIT}
    )`,
    sql`matches as materialized (
      select * from starting
      union all select *, 1 as later from (${firstContaining(wanted, list, other)}) others
      order by ${order} limit ${LIMIT}
    )`,
  ]
  return { names, order }
}

/** SQL for the first matches in an order, under additional conditions. */
function firstContaining(wanted: ByName, list: ListOrder, further: RawBuilder<unknown>[] = []) {
  const { text, filters } = wanted
  // The index of the order includes letters and categories: an index-only scan finds and counts the matches.
  const columns = sql`${keyOf(list)}, categories`
  const order = ORDERS[list]
  const conditions = [...further, ...conditionsOf(wanted)]
  const limit = sql`${LIMIT}`
  if (text === '') return firstListed(filters.categories, { columns, where: conditions, order: list, limit })
  const first = (from: RawBuilder<unknown>, where: RawBuilder<unknown>[]) =>
    sql`select ${columns} from ${from} ${whereAll(where)} order by ${order} limit ${limit}`
  const named = containsFolded(sql`letters`, text)
  // The planner's statistics estimate how many names contain the text.
  if (hasTrigrams(text)) return first(sql`product_search`, [named, ...conditions])
  // For a shorter text they cannot, so it is estimated from the first names: when few of them match, few of all do.
  const beginning = sql`(select * from product_search order by ${order} limit ${ROWS_SCANNED}) beginning`
  const isFew = sql`(select count(*) from near) < ${limit}`
  return sql`
    with near as materialized (${first(beginning, [named, ...conditions])})
    select * from near where not ${isFew}
    union all
    (${first(sql`product_search`, [isFew, containsFoldedByIndex(sql`letters`, text), ...conditions])})`
}

function conditionsOf({ text, filters }: ByName): RawBuilder<unknown>[] {
  const { categories, minPrice, maxPrice, sellers, isOnSale, isInStock, rating } = filters
  const found: RawBuilder<unknown>[] = []
  if (categories !== 'all' && text !== '') found.push(sql`categories && ${categories}::text[]`)
  if (minPrice !== undefined) found.push(sql`price >= ${minPrice}::numeric`)
  if (maxPrice !== undefined) found.push(sql`price <= ${maxPrice}::numeric`)
  if (sellers) found.push(sql`seller_id = any(${sellers}::uuid[])`)
  if (isOnSale) found.push(sql`on_sale`)
  if (isInStock) found.push(sql`in_stock`)
  if (rating !== undefined) found.push(sql`rating >= ${rating}`)
  return found
}
