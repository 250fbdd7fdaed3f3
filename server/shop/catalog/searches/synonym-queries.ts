import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { AddSynonym, Synonym } from '../../../../shared/catalog/search-admin-schema.ts'

/** Returns all synonyms in alphabetical order. */
export async function listSynonyms(db: Db): Promise<Synonym[]> {
  const { rows } = await sql<Synonym>`
    select synonym_id, words, synonym, is_one_way from search_synonyms
    order by words_text collate "C", synonym_text collate "C"`.execute(db)
  return rows
}

/** Returns how many synonyms there are, and how these texts are compared; waits for others that add one. */
export async function readForSynonym(
  tx: Tx,
  { words, synonym }: AddSynonym,
): Promise<{ synonyms: number; words_text: string; synonym_text: string; exists: boolean }> {
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

export async function insertSynonym(
  tx: Tx,
  { words, synonym, is_one_way }: AddSynonym,
  created_at: Date,
): Promise<Synonym> {
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
