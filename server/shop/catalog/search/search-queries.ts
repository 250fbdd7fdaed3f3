import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db } from '../../../../db/tables.ts'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import { MAX_UNPAGED_ROWS } from '../../../../shared/catalog/constants.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { hasTrigrams } from '../../../platform/data/contains-queries.ts'
import { CARD } from '../products/card-queries.ts'
import { inSetsOf } from '../products/listing-queries.ts'
import { fromStocked, type Stocked } from '../products/product-columns.ts'
import { CANDIDATE, type Candidate } from './candidate-queries.ts'
import { ENOUGH } from './find-by-words.ts'
import { isPartial, type MatchesRead, matchesOf } from './match-queries.ts'
import { letAllPass } from './search-filters.ts'

type SearchRow = Counted & (Stocked<ProductCard> | { product_id: null })

interface MatchesWanted extends MatchesRead {
  /** Only matches in these categories are on the page and in `matched`. */
  within?: CategoryFilter
  offset: number
  size: number
}

export interface MatchesFound {
  products: ProductCard[]
  /** The numbers of the first matches, whatever the page, before `within`: as many as are enough for a search. */
  first: number[]
  /** How many matches were read, before and after `within`. */
  read: number
  matched: number
  /** Whether only the first products of the sellers, on flash sale, or with ratings were searched: there may be more. */
  is_partial: boolean
  /** The categories of those that were read, without the last one when the limit is reached. */
  categories: { category: string; count: number }[]
}

/** The counts of a search; `matched` is null where it is `read`. */
type Counted = Omit<MatchesFound, 'products' | 'matched'> & { matched: number | null }

const NOTHING: Counted = { first: [], read: 0, matched: 0, categories: [], is_partial: false }

/** Returns a page of the first matches in the requested order, and counts of them, in one statement. */
export async function searchListings(db: Db, wanted: MatchesWanted): Promise<MatchesFound> {
  const { filter, limit, sort, rowsInOrder, offset, size, within = 'all' } = wanted
  const isUsual = rowsInOrder === 0 && sort === 'relevance' && within === 'all' && letAllPass(filter)
  const last = Math.min(offset + size, limit - 1)
  const rows =
    isUsual && limit === MAX_UNPAGED_ROWS + 1 && hasTrigrams(filter.text)
      ? await byLetters(db, { text: filter.text, offset, last })
      : (await sql<SearchRow>`${pageOfMatches({ ...wanted, within }, sql`${offset}`, sql`${last}`)}`.execute(db)).rows
  const [{ first, read, matched, categories, is_partial } = NOTHING] = rows
  return { products: rows.filter(isProduct).map(toCard), first, read, matched: matched ?? read, categories, is_partial }
}

/** The usual search, without filters and of a text that few names contain: planning it takes 0.8 ms. */
const byLetters = prepared(
  'search_by_letters',
  (db, { text, offset, last }: { text: string; offset: number; last: number }) =>
    pageOfMatches(
      {
        filter: { categories: 'all', text, hasTrigrams: true },
        sort: 'relevance',
        limit: MAX_UNPAGED_ROWS + 1,
        rowsInOrder: 0,
        within: 'all',
      },
      sql`${offset}::integer`,
      sql`${last}::integer`,
    ).compile(db),
)

function pageOfMatches(
  { within, ...read }: MatchesRead & { within: CategoryFilter },
  offset: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<SearchRow> {
  const { limit } = read
  const inCategories = within === 'all' ? undefined : inSetsOf(within)
  return sql<SearchRow>`
    with ${sql.join(matchesOf(read))},
    page as (
      select ${CARD}, place, row_number() over (order by place) = 1 as is_first
      from ${shownOf(limit, inCategories)} join products using (product_number)
      where place > ${offset} and place <= ${last} and visibility = 'visible'
    ),
    counts as (
      select
        (select read from counted) as read,
        ${isPartial(read)} as is_partial,
        ${inCategories ? sql`(select count(*) from matches where ${inCategories})` : sql`null`} as matched,
        (
          select coalesce(json_agg(product_number order by place), '[]') from matches where place <= ${ENOUGH}
        ) as first,
        (
          select coalesce(json_agg(json_build_object('category', category, 'count', count)), '[]')
          from (
            select category, sum(matches) as count
            from (select set_number, count(*) as matches from matches where place < ${limit} group by set_number) sets
            join category_sets using (set_number), unnest(category_sets.categories) category
            group by category
          ) counts
        ) as categories
    )
    select counts.*, page.* from (values (1)) one left join page on true
      left join counts on page.is_first is not false
    order by place`
}

/** Returns at most `limit` matches as candidates, the first by relevance, and whether there may be more. */
export async function listMatching(
  db: Db,
  { filter, limit, rowsInOrder }: Omit<MatchesRead, 'sort'>,
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const read: MatchesRead = { filter, sort: 'relevance', limit: limit + 1, rowsInOrder }
  const { rows } = await sql<{ candidates: Candidate[] | null; is_cut: boolean }>`
    with ${sql.join(matchesOf(read))}
    select (select read from counted) > ${limit} or ${isPartial(read)} as is_cut,
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
  const { first: _1, read: _2, matched: _3, categories: _4, place: _5, is_partial: _6, is_first: _7, ...card } = row
  return fromStocked(card as Stocked<ProductCard>)
}
