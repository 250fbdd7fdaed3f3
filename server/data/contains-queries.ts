import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for whether a lower-cased column contains the text, in any letter case; wildcards in the text are literal. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}::text) || '%' escape '\\'`
}

/** Returns the same condition by an index: of trigrams or, for a text without trigrams, of short pieces. */
export function containsByIndex(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  if (hasTrigrams(text)) return contains(column, text)
  // Not `like`: PostgreSQL would also read the whole index of trigrams.
  return sql<boolean>`${hasPieces(column, text)} and strpos(${column}, lower(${text}::text)) > 0`
}

/** Returns SQL for whether a lower-cased column has all short pieces of a text, by an index of them. */
function hasPieces(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`short_pieces(${column}) @> short_pieces(lower(${text}::text))`
}

/**
 * Returns whether an index of trigrams finds a text: three letters in a row, or a word after a space or punctuation. ASCII
 * only: whether other letters count depends on the database.
 */
export function hasTrigrams(text: string): boolean {
  return /[A-Za-z0-9]{3}|[ -/:-@[-`{-~][A-Za-z0-9]/.test(text)
}

/**
 * The number of rows at the start of a list that are scanned for a text without trigrams, such as one letter. They are
 * enough when most rows match; when few do, the index of short pieces finds them.
 */
export const ROWS_SCANNED = 20_000
