import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { CategoryFilter } from '../../shared/catalog/categories.ts'
import type { ProductCard } from '../../shared/catalog/schema.ts'
import { contains, containsByIndex, hasTrigrams, ROWS_SCANNED } from '../data/contains-queries.ts'
import { OUT_OF_STOCK } from '../stock/shown-queries.ts'
import { CANDIDATE, type Candidate } from './candidate-queries.ts'
import { CARD } from './card-queries.ts'
import { ALL_LISTING, firstListings, LISTING, type MatchOrder, ORDERS, whereAll } from './listing-queries.ts'
import { fromStocked, type Stocked } from './product-columns.ts'
import type { Filters } from './search-filters.ts'

interface MatchFilter extends Filters {
  /** What the name contains; `''` matches every name. */
  text: string
}

/** Comes after every other in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}'

/** `relevance`: names that start with the text come first, both by name. */
type SearchOrder = MatchOrder | 'relevance'

interface MatchesWanted {
  filter: MatchFilter
  sort: SearchOrder
  /** The most matches that are read. */
  limit: number
  /** Only matches in these categories are on the page and in `matched`. */
  within?: CategoryFilter
  offset: number
  size: number
}

export interface MatchesFound {
  products: ProductCard[]
  /** How many matches were read, before and after `within`. */
  read: number
  matched: number
  /** Whether only the first products of the sellers, or on flash sale, were searched: there may be more. */
  is_partial: boolean
  /** The categories of those that were read, without the last one when the limit is reached. */
  categories: { category: string; count: number }[]
}

/** The counts of a search; `matched` is null where it is `read`. */
type Counted = Omit<MatchesFound, 'products' | 'matched'> & { matched: number | null }

/** Returns a page of the first matches in the requested order, and counts of them, in one statement. */
export async function searchListings(db: Db, wanted: MatchesWanted): Promise<MatchesFound> {
  const { filter, sort, limit, within = 'all', offset, size } = wanted
  const inCategories = within === 'all' ? undefined : inSetsOf(within)
  const { rows } = await sql<Counted & (Stocked<ProductCard> | { product_id: null })>`
    with ${sql.join(matchesOf(filter, sort, limit))},
    page as (
      select ${CARD}, place from ${shownOf(limit, inCategories)} join products using (product_number)
      where place > ${offset} and place <= ${Math.min(offset + size, limit - 1)} and visibility = 'visible'
    )
    select
      (select read from counted) as read,
      ${isNarrow(filter) ? sql`(select count(*) from narrowed) = ${ROWS_SCANNED}` : sql`false`} as is_partial,
      ${inCategories ? sql`(select count(*) from matches where ${inCategories})` : sql`null`} as matched,
      (
        select coalesce(json_agg(json_build_object('category', category, 'count', count)), '[]')
        from (
          select category, sum(matches) as count
          from (select set_number, count(*) as matches from matches where place < ${limit} group by set_number) sets
          join category_sets using (set_number), unnest(category_sets.categories) category
          group by category
        ) counts
      ) as categories,
      page.*
    from (values (1)) one left join page on true order by place`.execute(db)
  const [{ read, matched, categories, is_partial } = { read: 0, matched: 0, categories: [], is_partial: false }] = rows
  return { products: rows.filter(isProduct).map(toCard), read, matched: matched ?? read, categories, is_partial }
}

/** Returns at most `limit` matches as candidates, and whether there may be more. */
export async function listMatching(
  db: Db,
  filter: MatchFilter,
  limit: number,
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const { rows } = await sql<{ candidates: Candidate[] | null; is_cut: boolean }>`
    with ${sql.join(matchesOf(filter, 'name', limit + 1))}
    select (select read from counted) > ${limit}
        or ${isNarrow(filter) ? sql`(select count(*) from narrowed) = ${ROWS_SCANNED}` : sql`false`} as is_cut,
      json_agg(${CANDIDATE} order by place) filter (where place <= ${limit}) as candidates
    from matches join products using (product_number) where visibility = 'visible'`.execute(db)
  return { candidates: rows[0]?.candidates ?? [], isCut: rows[0]?.is_cut === true }
}

/** SQL for the matches that are on pages, with their places among them: what is not needed is not planned either. */
function shownOf(limit: number, inCategories: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (!inCategories) return sql`(select product_number, place from matches) shown`
  return sql`(
    select product_number, row_number() over (order by place) as place from matches
    where place < ${limit} and ${inCategories}
  ) shown`
}

function isProduct<Row extends { product_id: string | null }>(row: Row): row is Row & Stocked<ProductCard> {
  return row.product_id !== null
}

function toCard(row: Stocked<ProductCard> & { [extra: string]: unknown }): ProductCard {
  const { read: _, matched: __, categories: ___, place: ____, is_partial: _____, ...card } = row
  return fromStocked(card as Stocked<ProductCard>)
}

/** Returns the common table expressions of the matches: `matches`, with their places, and `counted`, with their number. */
function matchesOf(filter: MatchFilter, sort: SearchOrder, limit: number): RawBuilder<unknown>[] {
  if (isNarrow(filter)) return narrowMatches(filter, sort, limit)
  if (sort !== 'relevance' || filter.text === '')
    return [
      ...listMatches(filter, sort === 'relevance' ? 'name' : sort, limit),
      sql`matches as (select * from matching)`,
      sql`counted as (select count(*) as read from matching)`,
    ]
  const start = sql`lower(${filter.text}::text)`
  const end = sql`${start} || ${LAST_CHARACTER}::text`
  const isCut = sql`(select read = ${limit} from counted)`
  // The first matches by name have all names that start with the text, unless there are more matches.
  // The planner reads all statistics of names for a value that it knows, but none for a subquery.
  const atStart = sql`search_name >= (select ${start}) and search_name < (select ${end})`
  const where = [isCut, ...bounds(filter), atStart]
  const starting = firstListings({ categories: filter.categories, where, order: ORDERS.name, limit })
  return [
    ...listMatches(filter, 'name', limit, sql`, search_name >= ${start} and search_name < ${end} as at_start`),
    sql`counted as materialized (
      select count(*) as read, count(*) filter (where at_start) as starters,
        min(place) filter (where at_start) as first
      from matching
    )`,
    sql`starting as materialized (select product_number, set_number, ${placeIn('name')} as place from ${starting})`,
    // Names that start with the text are adjacent in the list: their places follow from where they are, without a sort.
    sql`matches as materialized (
      select * from (
        select * from starting
        union all
        select product_number, set_number, case
          when at_start then place - first + 1
          else place - case when place > first then starters else 0 end
            + case when ${isCut} then (select count(*) from starting) else starters end
        end from matching, counted where not (${isCut} and at_start)
      ) found where place <= ${limit}
    )`,
  ]
}

/** SQL for the place of a listing among others. */
function placeIn(order: MatchOrder): RawBuilder<unknown> {
  return sql`row_number() over (order by ${ORDERS[order].by})`
}

/**
 * Returns the common table expressions of the first `limit` listings that match; the last is `matching`, with their places and
 * the `added` columns. Conditions on these are planned without the statistics of names.
 */
function listMatches(
  filter: MatchFilter,
  sort: MatchOrder,
  limit: number,
  added: RawBuilder<unknown> = sql``,
): RawBuilder<unknown>[] {
  const { categories, text } = filter
  const order = ORDERS[sort]
  const columns = sql`product_number, set_number, ${placeIn(sort)} as place${added}`
  const where = [...bounds(filter), ...(text === '' ? [] : [contains(sql`search_name`, text)])]
  if (text === '' || hasTrigrams(text)) {
    const first = firstListings({ categories, where, order, limit })
    return [sql`matching as materialized (select ${columns} from ${first})`]
  }
  // Text of one or two letters, or not Latin, is either in so many names that the start of the list has enough matches, or
  // in few, which the index of short pieces finds.
  const inRange = sort === 'name' ? [] : bounds(filter)
  const beginning = firstListings({ categories, where: inRange, order, limit: ROWS_SCANNED })
  const isCut = sql`(select count(*) from near) = ${limit}`
  return [
    sql`near as materialized (select * from ${beginning} ${whereAll(where)} order by ${order.by} limit ${limit})`,
    sql`matching as materialized (
      select ${columns} from (
        select * from near where ${isCut}
        union all
        (select * from ${listingsWithPieces(filter, sql`not ${isCut}`)} order by ${order.by} limit ${limit})
      ) listed
    )`,
  ]
}

/** Whether the products that may match are read from an index of their own: those of sellers, and those on flash sale. */
function isNarrow({ sellers, isOnSale }: MatchFilter): boolean {
  return sellers !== undefined || isOnSale === true
}

/** Returns the common table expressions `matches` and `counted` of the products of sellers, or on flash sale. */
function narrowMatches(filter: MatchFilter, sort: SearchOrder, limit: number): RawBuilder<unknown>[] {
  const { sellers, isOnSale, text, categories } = filter
  const chosen = [sql`visibility = 'visible'`]
  if (sellers) chosen.push(sql`seller_id = any(${sellers}::uuid[])`)
  if (isOnSale) chosen.push(sql`flash_sale`)
  const where = [...bounds(filter), ...(text === '' ? [] : [contains(sql`search_name`, text)])]
  if (categories !== 'all') where.push(inSetsOf(categories))
  const start = sql`lower(${text}::text)`
  const isLater = sql`(search_name < ${start} or search_name >= ${start} || ${LAST_CHARACTER}::text)`
  const order = sort === 'relevance' ? sql`${isLater}, ${ORDERS.name.by}` : ORDERS[sort].by
  return [
    sql`narrowed as materialized (
      select listed.* from (
        select search_name, product_number from products ${whereAll(chosen)} order by ${ORDERS.name.by} limit ${ROWS_SCANNED}
      ) chosen
      cross join lateral (
        ${LISTING} where category = ${ALL_LISTING} and product_listings.search_name = chosen.search_name
          and product_listings.product_number = chosen.product_number
      ) listed
    )`,
    sql`matches as materialized (
      select product_number, set_number, row_number() over (order by ${order}) as place
      from narrowed ${whereAll(where)} order by place limit ${limit}
    )`,
    sql`counted as (select count(*) as read from matches)`,
  ]
}

function bounds({ minPrice, maxPrice, isInStock }: MatchFilter): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (minPrice !== undefined) found.push(sql`product_price >= ${minPrice}::numeric`)
  if (maxPrice !== undefined) found.push(sql`product_price <= ${maxPrice}::numeric`)
  if (isInStock) found.push(sql`product_number not in ${OUT_OF_STOCK}`)
  return found
}

/** SQL for the matches that the index of short pieces finds, under a condition that is evaluated before. */
function listingsWithPieces(filter: MatchFilter, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const where = [condition, sql`category = ${ALL_LISTING}`, containsByIndex(sql`search_name`, filter.text)]
  if (filter.categories !== 'all') where.push(inSetsOf(filter.categories))
  return sql`(${LISTING} ${whereAll([...where, ...bounds(filter)])}) listed`
}

/** SQL for whether a listing is in at least one of these categories. */
function inSetsOf(categories: readonly string[]): RawBuilder<unknown> {
  return sql`set_number = any(array(
    select set_number from category_sets where category_sets.categories && ${categories}::text[]))`
}
