import { type RawBuilder, sql } from 'kysely'
import { inTransaction, sqlState } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../../shared/catalog/constants.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { CARD } from '../products/card-queries.ts'
import { fromStocked, type Stocked } from '../products/product-columns.ts'
import { CANDIDATE, type Candidate } from './candidate-queries.ts'

/** Words that stand for one word of a search: itself first, then plurals, words that begin with it, and corrections. */
export interface FoundWord {
  word: string
  word_number: number
  products: number
}

export interface SearchWord {
  word: string
  /** The word itself and its plural or singular, when products have them. */
  same: FoundWord[]
  /** Words that begin with it, those of most products first. */
  longer: FoundWord[]
}

const MAX_LONGER = 500
/** Words that begin with the last one are read in their order up to this one, then chosen by their products. */
const MAX_LONGER_READ = 20_000
/** Products of the rarest words that a search reads: those with the other words are among them, or are not found. */
const MAX_READ = 10_000
/** Products with any of the words that a search reads, those with the rarest words. */
const MAX_ANY = 400
/** The same, and products of which those sold most are suggested while a text is typed. */
const MAX_FOR_SALES = [4_000, 300] as const
const QUERY_CANCELED = '57014'

/** Returns what `read` returns from a transaction; undefined when one of its statements takes longer than `limitMs`. */
export async function readWithin<T>(db: Db, limitMs: number, read: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
      return read(tx)
    })
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) return undefined
    throw error
  }
}

/** Returns the first `limit` words of a text with those that products have. */
export async function findWords(db: Db, text: string, limit: number): Promise<SearchWord[]> {
  const { rows } = await sql<SearchWord>`
    with given as (
      select min(place) as place, word from words_of(${text}::text) where not is_joined group by word
      order by 1 limit ${limit}
    ), last as (select max(place) as place from given)
    select given.word,
      (
        select coalesce(json_agg(found order by found.word = given.word desc, found.products desc), '[]') from (
          select word, word_number, products from words
          where words.word = any(array[given.word, given.word || 's', given.word || 'es', regexp_replace(given.word, 'y$', 'ies')]
            || array[regexp_replace(given.word, 's$', ''), regexp_replace(given.word, 'es$', ''), regexp_replace(given.word, 'ies$', 'y')])
            and exists (select from product_words where product_words.word_number = words.word_number)
        ) found
      ) as same,
      (
        select coalesce(json_agg(found), '[]') from (
          select word, word_number, products from (
            select word, word_number, products from (
              select word, word_number, products from words
              where given.place = (select place from last) and words.word > given.word
                and words.word < given.word || ${'\u{10FFFF}'}::text
              order by word limit ${MAX_LONGER_READ}
            ) beginning
            order by products desc, word limit ${MAX_LONGER}
          ) chosen
          where exists (select from product_words where product_words.word_number = chosen.word_number)
        ) found
      ) as longer
    from given order by given.place`.execute(db)
  return rows
}

/** Returns the words that have one of these pieces, and are in the shop. */
export async function findByPieces(db: Db, pieces: readonly string[]): Promise<FoundWord[]> {
  const { rows } = await sql<FoundWord>`
    select word, word_number, products from words
    where word_number in (select word_number from word_pieces where piece = any(${pieces}::text[]))
      and exists (select from product_words where product_words.word_number = words.word_number)
    order by products desc, word limit 1000`.execute(db)
  return rows
}

/** Words of which a product must have one: `whole` ones are better than `rest`. */
export interface Term {
  whole: number[]
  rest: number[]
}

const ORDER = {
  relevance: sql`terms desc, whole desc, named desc, total_sales desc, search_name, product_number`,
  'price-low-high': sql`product_price, product_number`,
  'price-high-low': sql`product_price desc, product_number desc`,
  sales: sql`total_sales desc, search_name, product_number`,
} satisfies Record<SortOrder | 'sales', unknown>

interface Wanted {
  /** The rarest first. */
  terms: readonly Term[]
  /** Whether a product needs a word of one term only. */
  isAny: boolean
  /** `sales`: those sold most first. */
  sort: SortOrder | 'sales'
  limit: number
}

/**
 * Returns at most `limit` products in order that have a word of each term, or of any, and whether there may be more. By
 * relevance those with more terms come first, then those with more whole words, then those with more of them in the name.
 * Of the products with a word of the rarest term at most MAX_READ are read, of those with any word MAX_ANY.
 */
export async function findCandidates(
  db: Db,
  { terms, isAny, sort, limit }: Wanted,
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const [rarest, ...others] = terms
  if (!rarest) return { candidates: [], isCut: false }
  const first = isAny ? terms.flatMap(all) : all(rarest)
  const [maxRead, maxFound] = sort === 'sales' ? MAX_FOR_SALES : [isAny ? MAX_ANY : MAX_READ, MAX_UNPAGED_ROWS]
  const hasOthers = others.map(
    (term) => sql`product_number in (
      select product_number from product_words where word_number = any(${all(term)}::integer[]))`,
  )
  const count = (numbersOf: (term: Term) => number[], condition = sql`true`) =>
    sql.join(
      terms.map((term) => sql`bool_or(word_number = any(${numbersOf(term)}::integer[]) and ${condition})::integer`),
      sql` + `,
    )
  const byWords = sql`cross join lateral (
    select ${count(all)} as terms, ${count(({ whole }) => whole)} as whole, ${count(all, sql`place > 0`)} as named
    from product_words where product_words.product_number = found.product_number
  ) words_of_product`
  const { rows } = await sql<{ candidates: Candidate[] | null; is_cut: boolean }>`
    with listed as materialized (
      select listed.product_number
      from unnest(${first}::integer[]) with ordinality as wanted (word_number, place)
      cross join lateral (
        select product_number from product_words where product_words.word_number = wanted.word_number
        order by product_number limit ${maxRead}
      ) listed
      limit ${maxRead}
    ), found as materialized (
      select product_number from (select distinct product_number from listed) once
      ${isAny || !hasOthers.length ? sql`` : sql`where ${sql.join(hasOthers, sql` and `)}`}
      limit ${maxFound + 1}
    ), ordered as (
      select ${CANDIDATE} as candidate
      from found
      ${sort === 'relevance' ? byWords : sql``}
      join products using (product_number)
      where visibility = 'visible'
      order by ${ORDER[sort]} limit ${limit}
    )
    -- One row is read several times as fast as a thousand.
    select (select count(*) from listed) = ${maxRead} or (select count(*) from found) > ${maxFound} as is_cut,
      json_agg(candidate) as candidates
    from ordered`.execute(db)
  return { candidates: rows[0]?.candidates ?? [], isCut: rows[0]?.is_cut === true }
}

/** Returns how many of these products have each of these words. */
export async function countWordsOf(
  db: Db,
  products: readonly number[],
  words: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ word_number: number; products: number }>`
    select word_number, count(*)::integer as products from product_words
    where product_number = any(${products}::bigint[]) and word_number = any(${words}::integer[])
    group by 1`.execute(db)
  return new Map(rows.map(({ word_number, products: count }) => [word_number, count]))
}

function all({ whole, rest }: Term): number[] {
  return [...whole, ...rest]
}

/** Returns the cards of these products in the order of the numbers. */
export async function listCards(db: Db, numbers: readonly number[]): Promise<ProductCard[]> {
  const { rows } = await sql<Stocked<ProductCard> & { wanted: number }>`
    select ${CARD} from unnest(${numbers}::bigint[]) with ordinality as wanted (product_number, place)
    join products using (product_number) where visibility = 'visible' order by place`.execute(db)
  return rows.map(({ wanted: _, ...card }) => fromStocked(card as Stocked<ProductCard>))
}

/** Returns a condition: whether words of products changed. */
export function areWordsToCount(): RawBuilder<boolean> {
  return sql`exists (select from renamed_sellers) or exists (select from word_changes)`
}

/** Finds the words of the next products of a seller with another name; returns whether there may be more. */
export function wordRenamedSellers(db: Db, products: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ more: boolean }>`select word_renamed_sellers(${products}) as more`.execute(tx)
    return rows[0]?.more === true
  })
}

/** Counts the products of words, and removes words without any. */
export function countWords(db: Db): Promise<unknown> {
  return inTransaction(db, (tx) => sql`select count_words()`.execute(tx))
}
