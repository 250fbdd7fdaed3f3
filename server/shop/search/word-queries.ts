import { type RawBuilder, sql } from 'kysely'
import { inTransaction, sqlState } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_UNPAGED_ROWS } from '../../../shared/catalog/constants.ts'
import type { Candidate } from './filters.ts'
import { candidateSql } from './match-queries.ts'

/** The forms of a searched word in documents. */
export interface Term {
  /** The word, its plural and its singular; or its corrections. */
  whole: string[]
  /** For the last word: a prefix of longer words. */
  start?: string
}

/** The limit of products that a search for any of the words reads, those with the rarest words first. */
const MAX_ANY = 400
/** The limit of products with all words from which suggestions choose the best-selling. */
const MAX_FOR_SALES = 300
/** The limit of words, those with most trigrams in common, that are compared letter by letter. */
const MAX_COMPARED = 120
/** Words with a lower trigram similarity are not compared. */
const MIN_SIMILARITY = '0.15'
/**
 * Words of up to five letters may share no trigrams with a mistyped one, and words beyond ASCII have none in some locales:
 * these are compared with all words of about the same length.
 */
const HAS_FEW_TRIGRAMS = /^.{1,5}$|[^a-z0-9]/u
const QUERY_CANCELED = '57014'

/**
 * Returns what `read` returns from a transaction; undefined when one of its statements takes longer than `limitMs`.
 * Sequential scans are off: where words are rarer than the planner expects, it would read all products to find the first.
 * JIT is off, too: before PostgreSQL 18 such plans look expensive enough to compile, which takes longer than running them.
 */
export async function readWithin<T>(db: Db, limitMs: number, read: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true),
        set_config('pg_trgm.similarity_threshold', ${MIN_SIMILARITY}, true),
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(tx)
      return read(tx)
    })
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) return undefined
    throw error
  }
}

/** Returns the first `limit` words of a text, each once. */
export async function readWords(db: Db | Tx, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words_text(${text}::text) as words`.execute(db)
  return [...new Set(rows[0]?.words.split(' ').filter(Boolean))].slice(0, limit)
}

/** Returns SQL for a `tsquery` that matches documents with one of these terms, with `inName` in the name. */
function queryOf(terms: readonly Term[], { inName = false, isWhole = false } = {}): RawBuilder<unknown> {
  // Words have no special characters, so quoting makes them literal.
  const weight = inName ? ':A' : ''
  const lexemes = terms.flatMap(({ whole, start }) => [
    ...whole.map((word) => `'${word}'${weight}`),
    ...(start && !isWhole ? [`'${start}':*${inName ? 'A' : ''}`] : []),
  ])
  return sql`${lexemes.join(' | ')}::tsquery`
}

function queryOfAll(terms: readonly Term[]): RawBuilder<unknown> {
  return sql`(${sql.join(
    terms.map((term) => queryOf([term])),
    sql` && `,
  )})`
}

/** Returns the number of products with each term, as of the last count of words; for unknown terms counted now. */
export async function countTerms(db: Tx, terms: readonly Term[]): Promise<number[]> {
  const counts = terms.map(
    ({ whole, start }) => sql`(
      select coalesce(sum(products), 0)::integer from (
        select products from search_words where word = any(${whole}::text[])
        union all
        (select products from search_words where word > ${start ?? null}::text and word < ${`${start}\u{10FFFF}`}::text limit 1000)
      ) counted)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  const known = rows[0]?.counts ?? []
  return Promise.all(terms.map(async (term, at) => known[at] || countNew(db, term)))
}

async function countNew(db: Tx, term: Term): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from product_search where document @@ ${queryOf([term])}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns words of the shop that are similar to a mistyped one. */
export async function listSimilar(db: Tx, word: string): Promise<{ word: string; products: number }[]> {
  const { rows } = await sql<{ word: string; products: number }>`
    (
      select word, products from search_words where word % ${word}
      order by similarity(word, ${word}) desc, products desc limit ${MAX_COMPARED}
    )
    union
    select word, products from search_words
    where ${HAS_FEW_TRIGRAMS.test(word)} and char_length(word) between char_length(${word}) - 1 and char_length(${word}) + 1
      and levenshtein_less_equal(word, ${word}, 2) <= 2`.execute(db)
  return rows
}

/** Returns at most `limit` variants of the text with a word or phrase replaced by a synonym, longest phrases first. */
export async function replaceBySynonyms(db: Db, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ replaced: string }>`
    with given as (select ' ' || words_text(${text}::text) || ' ' as words),
    pairs as (
      select words_text as from_text, synonym_text as to_text from search_synonyms
      union
      select synonym_text, words_text from search_synonyms where not is_one_way
    )
    select btrim(replace(given.words, ' ' || from_text || ' ', ' ' || to_text || ' ')) as replaced
    from pairs, given where strpos(given.words, ' ' || from_text || ' ') > 0
    order by char_length(from_text) desc, to_text collate "C" limit ${limit}`.execute(db)
  return rows.map(({ replaced }) => replaced)
}

interface Wanted {
  /** Rarest first. */
  terms: readonly Term[]
  /** True when one of the terms is enough. */
  isAny: boolean
}

/**
 * Returns at most 1,000 products that have each term, or at most 400 that have any, and whether there may be more; sorted by
 * the number of terms, then of whole words, then of words in the name.
 */
export async function findCandidates(db: Tx, { terms, isAny }: Wanted) {
  const limit = isAny ? MAX_ANY : MAX_UNPAGED_ROWS
  const having = (query: RawBuilder<unknown>) =>
    sql`(select * from product_search where document @@ ${query} limit ${limit + 1})`
  const read = isAny
    ? sql`select * from (${sql.join(
        terms.map((term) => having(queryOf([term]))),
        sql` union all `,
      )}) rarest limit ${limit + 1}`
    : having(queryOfAll(terms))
  const count = (options?: Parameters<typeof queryOf>[1]) =>
    sql.join(
      terms.map((term) => sql`(document @@ ${queryOf([term], options)})::integer`),
      sql` + `,
    )
  const { rows } = await sql<{ candidates: Candidate[] | null; is_cut: boolean }>`
    with read as materialized (${read}), ordered as (
      select ${candidateSql} as candidate, total_sales, found.*, ${count()} as terms, ${count({ isWhole: true })} as whole,
        ${count({ inName: true })} as named
      from (select distinct on (product_number) * from read) found join lateral (
        select total_sales from products where products.product_number = found.product_number limit 1
      ) sold on true
      order by terms desc, whole desc, named desc, total_sales desc, name, product_number limit ${limit}
    )
    -- One row is read several times as fast as a thousand.
    select (select count(*) from read) > ${limit} as is_cut, json_agg(candidate) as candidates from ordered`.execute(db)
  return { candidates: rows[0]?.candidates ?? [], isCut: rows[0]?.is_cut === true }
}

export interface Suggested {
  /** The numbers of products, best-selling first. */
  numbers: number[]
  /** Completions, the most frequent first. */
  texts: string[]
}

/** Returns at most `limit` products that have all terms, and words of these products that complete the last term. */
export async function suggestFor(db: Tx, terms: readonly Term[], limit: number): Promise<Suggested> {
  const start = terms.at(-1)?.start ?? null
  const { rows } = await sql<Suggested>`
    with found as materialized (
      select product_number, name, document from product_search where document @@ ${queryOfAll(terms)} limit ${MAX_FOR_SALES}
    )
    select array(
        select product_number from found join products using (product_number)
        order by total_sales desc, name, product_number limit ${limit}
      ) as numbers,
      array(
        select lexeme from found, unnest(document) where lexeme > ${start}::text and starts_with(lexeme, ${start}::text)
        group by lexeme order by count(*) desc, lexeme limit ${limit}
      ) as texts`.execute(db)
  return rows[0] ?? { numbers: [], texts: [] }
}
