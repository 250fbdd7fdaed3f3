import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for any of these texts, for prepared statements. It hides their number from the planner, which would otherwise
 * plan anew each time, because a plan for any number of texts looks more expensive.
 */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any((select ${texts}::text[])::text[])`
}

/** Returns SQL for a text as it is in folded columns, without accents and case. */
const folded = (text: string) => sql<string>`fold_text(${text}::text)`

/** Returns SQL for whether a folded column contains the text; wildcards in the text are literal. */
export function containsFolded(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${patternOf(text)}`
}

function patternOf(text: string): RawBuilder<string> {
  return sql`'%' || regexp_replace(${folded(text)}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/** Returns the same condition by an index: of trigrams or, for a text without trigrams, of short pieces. */
export function containsFoldedByIndex(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  // Planned without the statistics of the column: reading them takes half a millisecond.
  if (hasTrigrams(text)) return sql<boolean>`${column} like (select ${patternOf(text)})`
  const pieces = sql`short_pieces(${folded(text)})`
  // A pair implies its letters, and index scans for single letters would take most of the time.
  const pairs = sql`array(select piece from unnest(${pieces}) piece where char_length(piece) = 2)`
  const wanted = [...text].length > 1 ? pairs : pieces
  // Not `like`: PostgreSQL would also read the whole index of trigrams.
  return sql<boolean>`short_pieces(${column}) @> ${wanted} and strpos(${column}, ${folded(text)}) > 0`
}

/**
 * Returns whether a trigram index can find a text: it has three letters in a row. ASCII only, as other letters depend on the
 * database. A word's first letter also makes a trigram, but one that matches a large part of all texts.
 */
export function hasTrigrams(text: string): boolean {
  return /[A-Za-z0-9]{3}/.test(text)
}

/** The number of rows scanned for a text without trigrams: enough when most match; the index of pieces finds rare ones. */
export const ROWS_SCANNED = 20_000

/** Returns the SQL conditions of rows created from one day to another, both included; each day is optional. */
export function withinDays(from?: string, to?: string): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`created_at >= market_day_start(${from}::date)`] : []),
    ...(to ? [sql`created_at < market_day_start(${to}::date + 1)`] : []),
  ]
}
