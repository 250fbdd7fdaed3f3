import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'

/** Returns the text with a word or phrase of it replaced by a synonym, for at most `limit` synonyms; the longest first. */
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
