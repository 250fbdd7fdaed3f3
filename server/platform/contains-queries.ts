import { type RawBuilder, sql } from 'kysely'

/** Whether a lower-cased column contains the text, in any letter case; wildcards in the text mean themselves. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}::text) || '%' escape '\\'`
}

/** The same by an index, of trigrams or, for a text that has none, of short pieces. The column has both. */
export function containsByIndex(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  if (hasTrigrams(text)) return contains(column, text)
  // Not by `like`: for that the index of trigrams would be read as well, and all of it.
  return sql<boolean>`${hasPieces(column, text)} and strpos(${column}, lower(${text}::text)) > 0`
}

/** Whether a lower-cased column has all short pieces of a text, which an index of them finds. */
export function hasPieces(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`short_pieces(${column}) @> short_pieces(lower(${text}::text))`
}

/**
 * Whether an index of trigrams finds a text: three letters in a row, or a word with a blank or sign in front of it. Of
 * ASCII, because it depends on the database whether other letters are letters to it.
 */
export function hasTrigrams(text: string): boolean {
  return /[A-Za-z0-9]{3}|[ -/:-@[-`{-~][A-Za-z0-9]/.test(text)
}

/**
 * A text without trigrams, such as one letter, is in most rows or in few. So many at the beginning of a list are looked
 * through: where the text is in most, they are enough; where it is in few, the index of short pieces finds them.
 */
export const ROWS_TRIED = 20_000
