import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { AddSynonym, CountedSearch, Synonym } from '../../../../shared/catalog/search-admin-schema.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'

export interface SearchesOfText {
  text: string
  searches: number
  without_result: number
}

/** More texts of one day are dropped. */
const MAX_TEXTS_A_DAY = 10_000

export async function addSearches(db: Db, now: Date, added: readonly SearchesOfText[]): Promise<void> {
  const day = sql`market_day(${now}::timestamptz)`
  await sql`
    insert into search_counts (day, search_text, searches, without_result)
    select ${day}, added.* from unnest(
      ${added.map(({ text }) => text)}::text[], ${added.map(({ searches }) => searches)}::integer[],
      ${added.map(({ without_result }) => without_result)}::integer[]
    ) as added (search_text, searches, without_result)
    where (select count(*) from search_counts where day = ${day}) < ${MAX_TEXTS_A_DAY}
      or exists (select from search_counts existing where existing.day = ${day} and existing.search_text = added.search_text collate "C")
    order by added.search_text collate "C"
    on conflict (day, search_text) do update set searches = search_counts.searches + excluded.searches,
      without_result = search_counts.without_result + excluded.without_result`.execute(db)
}

/** Returns the texts of the last days with the most searches, or the most searches without results. */
export async function listSearches(
  db: Db,
  kind: 'searches' | 'without_result',
  { since, limit }: { since: Date; limit: number },
): Promise<CountedSearch[]> {
  const counted = kind === 'searches' ? sql`searches` : sql`without_result`
  const { rows } = await sql<CountedSearch>`
    select search_text as text, sum(${counted})::integer as searches from search_counts
    where day >= market_day(${since}::timestamptz) and ${counted} > 0
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}

/** Deletes counts of earlier days; see `DeleteExpired`. */
export const deleteOldSearches = deletionOf(
  sql`search_counts`,
  sql`day, search_text`,
  sql`day`,
  (before) => sql`day < market_day(${before}::timestamptz)`,
)

/** Returns all synonyms in alphabetical order. */
export async function listSynonyms(db: Db): Promise<Synonym[]> {
  const { rows } = await sql<Synonym>`
    select synonym_id, words, synonym, is_one_way from search_synonyms
    order by words_text collate "C", synonym_text collate "C"`.execute(db)
  return rows
}

/** Returns the number of synonyms and the normalised texts; serialises concurrent additions. */
export async function readForSynonym(tx: Tx, { words, synonym }: AddSynonym) {
  await sql`lock table search_synonyms in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ synonyms: number; words_text: string; synonym_text: string; exists: boolean }>`
    select (select count(*)::integer from search_synonyms) as synonyms, added.*,
      exists (
        select from search_synonyms existing
        where (existing.words_text, existing.synonym_text) = (added.words_text, added.synonym_text)
          or (not existing.is_one_way and (existing.words_text, existing.synonym_text) = (added.synonym_text, added.words_text))
      ) as exists
    from (select words_text(${words}::text) as words_text, words_text(${synonym}::text) as synonym_text) added`.execute(
    tx,
  )
  return rows[0] ?? { synonyms: 0, words_text: '', synonym_text: '', exists: false }
}

export async function insertSynonym(tx: Tx, { words, synonym, is_one_way }: AddSynonym, created_at: Date) {
  const synonym_id = randomUUID()
  await sql`
    insert into search_synonyms (synonym_id, words, synonym, is_one_way, created_at)
    values (${synonym_id}, ${words}, ${synonym}, ${is_one_way}, ${created_at})`.execute(tx)
  return { synonym_id, words, synonym, is_one_way }
}

/** Removes a synonym; returns it, undefined when there is none. */
export async function deleteSynonym(tx: Tx, synonymId: string): Promise<Synonym | undefined> {
  const { rows } = await sql<Synonym>`
    delete from search_synonyms where synonym_id = ${synonymId}
    returning synonym_id, words, synonym, is_one_way`.execute(tx)
  return rows[0]
}
