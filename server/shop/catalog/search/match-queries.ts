import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../db/tables.ts'
import { contains, containsByIndex, ROWS_SCANNED } from '../../../platform/data/contains-queries.ts'
import { OUT_OF_STOCK } from '../../stock/shown-queries.ts'
import {
  ALL_LISTING,
  firstListings,
  inList,
  inSetsOf,
  LISTING,
  type MatchOrder,
  ORDERS,
  whereAll,
} from '../products/listing-queries.ts'
import { ratedFrom, ratingTenths } from '../products/rating-queries.ts'
import { countMatches, sampleNames } from './name-sample.ts'
import type { Filters } from './search-filters.ts'

export interface MatchFilter extends Filters {
  /** What the name contains; `''` matches every name. */
  text: string
  /** Whether an index of trigrams finds the text: for prepared statements, which do not know it yet. */
  hasTrigrams?: boolean
}

/** `relevance`: names that start with the text come first, both by name. */
type SearchOrder = MatchOrder | 'relevance'

export interface MatchesRead {
  filter: MatchFilter
  sort: SearchOrder
  limit: number
  rowsInOrder: RowsInOrder
}

/** So many rows of a list are read in its order, at most; if they have too few matches, an index of letters is read. */
type RowsInOrder = number | 'all'

interface Estimate {
  matches: number
  rowsInOrder: RowsInOrder
}

/** Comes after every other in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}'
/** A match that an index of letters finds costs as much as so many rows of a list in its order. */
const ROWS_PER_MATCH = 8
/** Rows that are read in the order of a list before an index of letters is read after all. */
const MAX_ROWS_IN_ORDER = 200_000
/** Of a list in its order, the ratings of so many rows are looked up, each by the key of its product. */
const MAX_RATINGS_READ = 50_000

/**
 * Returns about how many names contain a text, and how many rows of the lists of a filter are worth reading in order:
 * matches are either frequent enough to be found there, or so few that an index of letters finds them at less cost. Looks at
 * a sample of the names.
 */
export async function estimateMatches(db: Db, filter: MatchFilter, limit: number): Promise<Estimate> {
  if (filter.text === '') return { matches: 0, rowsInOrder: 'all' }
  const { matches, listed, passing } = countMatches(await sampleNames(db), filter)
  const byIndex = matches * ROWS_PER_MATCH
  if ((limit * listed) / Math.max(passing, 1) >= byIndex) return { matches, rowsInOrder: 0 }
  // A text is in some parts of a list more often than in others: the list is read until the index would have cost the same.
  const isMost = byIndex > listed / 2
  return { matches, rowsInOrder: isMost ? 'all' : Math.min(Math.ceil(byIndex), MAX_ROWS_IN_ORDER) }
}

/** Returns the common table expressions of the matches: `matches`, with their places, and `counted`, with their number. */
export function matchesOf(read: MatchesRead): RawBuilder<unknown>[] {
  const { filter, sort, limit } = read
  if (isNarrow(filter)) return narrowMatches(read)
  const counted = sql`counted as (select count(*) as read from matches)`
  if (filter.text === '' || sort !== 'relevance') {
    const order = sort === 'relevance' ? 'name' : sort
    return [...listMatches(read, order, sql`${limit}`), sql`matches as (select * from matching)`, counted]
  }
  // The planner reads all statistics of names for a value that it knows, but none for a subquery.
  const start = sql`(select lower(${filter.text}::text))`
  const end = sql`(select lower(${filter.text}::text) || ${LAST_CHARACTER}::text)`
  const atStart = sql`search_name >= ${start} and search_name < ${end}`
  const starting = firstPassing(filter, { where: [atStart], order: 'name', limit: sql`${limit}` })
  // Names that start with the text are adjacent in the list. Where there are enough of them no others are read.
  const room = sql`(select ${limit} - count(*) from starting)`
  return [
    sql`starting as materialized (select product_number, set_number, ${placeIn('name')} as place from ${starting})`,
    ...listMatches(read, 'name', room, sql`(search_name < ${start} or search_name >= ${end})`),
    sql`matches as materialized (
      select product_number, set_number, place from starting
      union all
      select product_number, set_number, place + (select count(*) from starting) from matching
    )`,
    counted,
  ]
}

function placeIn(order: MatchOrder): RawBuilder<unknown> {
  return sql`row_number() over (order by ${ORDERS[order].by})`
}

function listMatches(
  { filter, rowsInOrder }: MatchesRead,
  sort: MatchOrder,
  room: RawBuilder<unknown>,
  ...conditions: RawBuilder<unknown>[]
): RawBuilder<unknown>[] {
  const order = ORDERS[sort]
  const columns = sql`product_number, set_number, ${placeIn(sort)} as place`
  const matching = (from: RawBuilder<unknown>) =>
    sql`matching as materialized (select ${columns} from (${from}) listed)`
  const first = (source: RawBuilder<unknown>) => sql`select * from ${source} order by ${order.by} limit ${room}`
  if (rowsInOrder === 0) return [matching(first(listingsWithLetters(filter, conditions)))]
  const { categories, text } = filter
  // Not `like`, for which the planner may choose an index.
  const named = text === '' ? [] : [sql`strpos(search_name, (select lower(${text}::text))) > 0`]
  if (rowsInOrder === 'all') {
    return [matching(first(firstPassing(filter, { where: [...named, ...conditions], order: sort, limit: room })))]
  }
  const where = [...bounds(filter), ...ratingBound(filter, sql`near`), ...named, ...conditions]
  // In the order of prices a range of them is a part of the list.
  const inRange = sort === 'name' ? [] : bounds(filter)
  const beginning = firstListings({ categories, where: inRange, order, limit: sql`${rowsInOrder}` })
  const isEnough = sql`(select count(*) from near) >= ${room}`
  return [
    sql`near as materialized (${first(sql`(select * from ${beginning} ${whereAll(where)}) near`)})`,
    matching(sql`
      select * from near where ${isEnough}
      union all
      (${first(listingsWithLetters(filter, [sql`not ${isEnough}`, ...conditions]))})`),
  ]
}

interface PartOfList {
  where: RawBuilder<unknown>[]
  order: MatchOrder
  limit: RawBuilder<unknown>
}

/** SQL for the first listings that pass the filters, under conditions; of ratings only so many are looked up. */
function firstPassing(filter: MatchFilter, { where, order, limit }: PartOfList): RawBuilder<unknown> {
  const { categories } = filter
  const [rated] = ratingBound(filter, sql`listed`)
  const wanted = { categories, where: [...bounds(filter), ...where], order: ORDERS[order] }
  if (!rated) return firstListings({ ...wanted, limit })
  // Read one after the other, until there are enough.
  return sql`(
    select * from ${firstListings({ ...wanted, limit: sql`${MAX_RATINGS_READ}` })} where ${rated}
    order by ${ORDERS[order].by} limit ${limit}) listed`
}

/** SQL for whether more may match than was searched: of products that are read by their names, and of ratings. */
export function isPartial({ filter, sort, limit, rowsInOrder }: MatchesRead): RawBuilder<unknown> {
  if (isNarrow(filter)) return sql`(select count(*) from narrowed) = ${ROWS_SCANNED}`
  const { rating, text, categories } = filter
  if (!rating || (rowsInOrder !== 'all' && text !== '')) return sql`false`
  const named = text === '' ? [] : [sql`strpos(search_name, (select lower(${text}::text))) > 0`]
  const listed = firstListings({
    categories,
    where: [...bounds(filter), ...named],
    order: ORDERS[sort === 'relevance' ? 'name' : sort],
    limit: sql`${MAX_RATINGS_READ}`,
  })
  // Counted only when too few are rated so.
  return sql`(
    case when (select read from counted) < ${limit} then (select count(*) from ${listed}) = ${MAX_RATINGS_READ} else false end)`
}

/**
 * Whether the products that may match are read from an index of their own: those of sellers, those on flash sale, and those
 * with a rating that few have.
 */
function isNarrow({ sellers, isOnSale, rating }: MatchFilter): boolean {
  return sellers !== undefined || isOnSale === true || rating?.areFew === true
}

function narrowMatches({ filter, sort, limit }: MatchesRead): RawBuilder<unknown>[] {
  const { sellers, isOnSale, rating, text, categories } = filter
  const chosen = [sql`visibility = 'visible'`]
  if (sellers) chosen.push(sql`seller_id = any(${sellers}::uuid[])`)
  if (isOnSale) chosen.push(sql`flash_sale`)
  const where = [
    ...bounds(filter),
    ...ratingBound(filter, sql`narrowed`),
    ...(text === '' ? [] : [contains(sql`search_name`, text)]),
  ]
  if (categories !== 'all') where.push(inSetsOf(categories))
  const start = sql`lower(${text}::text)`
  const isLater = sql`(search_name < ${start} or search_name >= ${start} || ${LAST_CHARACTER}::text)`
  const order = sort === 'relevance' ? sql`${isLater}, ${ORDERS.name.by}` : ORDERS[sort].by
  return [
    sql`narrowed as materialized (
      select listed.* from (
        select products.search_name, products.product_number from ${chosenFrom(filter)} ${whereAll(chosen)} order by ${ORDERS.name.by} limit ${ROWS_SCANNED}
      ) chosen
      cross join lateral (
        ${LISTING} where category = ${ALL_LISTING} and product_listings.search_name = chosen.search_name
          and product_listings.product_number = chosen.product_number
        ${rating?.areFew ? ONE_EACH : sql``}
      ) listed
    )`,
    sql`matches as materialized (
      select product_number, set_number, row_number() over (order by ${order}) as place
      from narrowed ${whereAll(where)} order by place limit ${limit}
    )`,
    sql`counted as (select count(*) as read from matches)`,
  ]
}

function bounds({ minPrice, maxPrice, isInStock }: Omit<Filters, 'categories'>): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (minPrice !== undefined) found.push(sql`product_price >= ${minPrice}::numeric`)
  if (maxPrice !== undefined) found.push(sql`product_price <= ${maxPrice}::numeric`)
  if (isInStock) found.push(sql`product_number not in ${OUT_OF_STOCK}`)
  return found
}

/** Rows are read one at a time: a join of whole tables could read all of them. */
const ONE_EACH = sql`limit 1`

/** SQL for the products that are chosen from: all, or the few with a rating, each read by its key. */
function chosenFrom({ rating }: MatchFilter): RawBuilder<unknown> {
  if (!rating?.areFew) return sql`products`
  return sql`${ratedFrom(rating.tenths)} rated cross join lateral (
    select search_name, product_number, seller_id, flash_sale, visibility from products
    where products.product_number = rated.product_number ${ONE_EACH}
  ) products`
}

function ratingBound({ rating }: MatchFilter, table: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return rating && !rating.areFew ? [sql`${ratingTenths(table)} >= ${rating.tenths}`] : []
}

function listingsWithLetters(filter: MatchFilter, conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const where = [
    inList(ALL_LISTING),
    containsByIndex(sql`search_name`, filter.text, { byTrigrams: filter.hasTrigrams }),
    ...conditions,
  ]
  if (filter.categories !== 'all') where.push(inSetsOf(filter.categories))
  where.push(...ratingBound(filter, sql`product_listings`))
  // For the first ones in an order the planner may walk over all names.
  return sql`(${LISTING} ${whereAll([...where, ...bounds(filter)])} offset 0) listed`
}
