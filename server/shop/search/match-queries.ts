import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../shared/catalog/constants.ts'
import {
  containsFolded,
  containsFoldedByIndex,
  hasTrigrams,
  ROWS_SCANNED,
} from '../../platform/data/condition-queries.ts'
import type { Candidate, Filters } from './filters.ts'
import { firstListed, keyOf, type ListOrder, ORDERS, whereAll } from './listing-queries.ts'

/** A search with so many products needs no others. */
export const ENOUGH = 5
/** A search reads one match more than it counts, to know whether there are more. */
const LIMIT = MAX_UNPAGED_ROWS + 1
/** Comes after every other in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}'

export const CANDIDATE = sql<Candidate>`json_build_object(
  'number', product_number, 'price', price, 'categories', categories, 'on_sale', on_sale, 'in_stock', in_stock,
  'seller', seller_id, 'rating', rating)`

/** Of a product that passes all filters in the database. A thousand of these are read in half the time. */
export type Listed = Pick<Candidate, 'number' | 'categories'>
export const LISTED = sql<Listed>`json_build_object('number', product_number, 'categories', categories)`

/** The products whose names contain a text (`''`: every name), under filters. */
interface Containing {
  text: string
  filters: Filters
}

/**
 * Returns the first products whose names contain a text, at most 1,001 for each of several filters, in one statement. By
 * relevance names that start with the text are first.
 */
export async function listMatching<Row>(
  db: Db,
  text: string,
  all: readonly Filters[],
  { sort, row }: { sort: SortOrder; row: RawBuilder<Row> },
): Promise<Row[][]> {
  const lists = all.map(
    (filters) => sql`(
      with ${sql.join(matchesOf({ text, filters }, sort))}
      select coalesce(json_agg(${row} order by place), '[]') from matches cross join lateral (
        select * from product_search where product_number = number limit 1
      ) one
    )`,
  )
  const { rows } = await sql<{ lists: Row[][] }>`select json_build_array(${sql.join(lists)}) as lists`.execute(db)
  return rows[0]?.lists ?? []
}

/** Returns the product of the shop with a number, if there is one. */
export async function listNumbered(db: Db, number: number): Promise<Candidate[]> {
  const { rows } = await sql<{ candidate: Candidate }>`
    select ${CANDIDATE} as candidate from product_search where product_number = ${number}`.execute(db)
  return rows.map(({ candidate }) => candidate)
}

function matchesOf(containing: Containing, sort: SortOrder): RawBuilder<unknown>[] {
  const { text } = containing
  const list = sort === 'relevance' ? 'name' : sort
  const order = ORDERS[list]
  const placed = (from: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`
    matches as materialized (
      select number, place from (
        select product_number as number, row_number() over (order by ${by}) as place from ${from}
      ) placed where place <= ${LIMIT}
    )`
  if (text === '' || sort !== 'relevance') return [placed(sql`(${firstContaining(containing, list)}) matching`, order)]
  const [start, end] = [sql`lower(${text}::text)`, sql`lower(${text}::text) || ${LAST_CHARACTER}::text`]
  const starting = [sql`name >= ${start} and name < ${end}`, ...conditionsOf(containing)]
  // Names that start with the text are adjacent in the index. Where there are enough of them no others are read.
  const other = [sql`not (name >= ${start} and name < ${end})`, sql`(select count(*) from starting) < ${LIMIT}`]
  return [
    sql`starting as materialized (
      select name, product_number, 0 as later from product_search ${whereAll(starting)} order by ${order} limit ${LIMIT})`,
    sql`others as materialized (
      select name, product_number, 1 as later from (${firstContaining(containing, list, other)}) matching)`,
    placed(sql`(select * from starting union all select * from others) matching`, sql`later, ${order}`),
  ]
}

/** SQL for the first matches in an order, under further conditions. */
function firstContaining(containing: Containing, list: ListOrder, further: RawBuilder<unknown>[] = []) {
  const { text, filters } = containing
  // The index of the order includes the letters: names are searched in it alone.
  const columns = keyOf(list)
  const order = ORDERS[list]
  const conditions = [...further, ...conditionsOf(containing)]
  const limit = sql`${LIMIT}`
  if (text === '') return firstListed(filters.categories, { columns, where: conditions, order: list, limit })
  const first = (from: RawBuilder<unknown>, where: RawBuilder<unknown>[]) =>
    sql`select ${columns} from ${from} ${whereAll(where)} order by ${order} limit ${limit}`
  const named = containsFolded(sql`letters`, text)
  // The planner knows from its statistics how many names contain the text.
  if (hasTrigrams(text)) return first(sql`product_search`, [named, ...conditions])
  // It cannot tell how many contain a shorter text: where few of the first names do, few of all do.
  const beginning = sql`(select * from product_search order by ${order} limit ${ROWS_SCANNED}) beginning`
  const isFew = sql`(select count(*) from near) < ${limit}`
  return sql`
    with near as materialized (${first(beginning, [named, ...conditions])})
    select * from near where not ${isFew}
    union all
    (${first(sql`product_search`, [isFew, containsFoldedByIndex(sql`letters`, text), ...conditions])})`
}

function conditionsOf({ text, filters }: Containing): RawBuilder<unknown>[] {
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
