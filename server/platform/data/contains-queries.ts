import { type RawBuilder, sql } from 'kysely'

/** Makes texts comparable; `folded` takes accents away as well. */
const NORMALIZE = {
  lower: (text: string) => sql<string>`lower(${text}::text)`,
  folded: (text: string) => sql<string>`fold_text(${text}::text)`,
}
type Normalized = keyof typeof NORMALIZE

/** Returns SQL for whether a normalized column contains the text, in any letter case; wildcards in the text are literal. */
export function contains(column: RawBuilder<unknown>, text: string, by: Normalized = 'lower'): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${patternOf(text, by)}`
}

/** Returns the same condition, planned without the statistics of the column: reading them takes half a millisecond. */
function containsUnestimated(column: RawBuilder<unknown>, text: string, by: Normalized): RawBuilder<boolean> {
  return sql<boolean>`${column} like (select ${patternOf(text, by)})`
}

function patternOf(text: string, by: Normalized): RawBuilder<string> {
  return sql`'%' || regexp_replace(${NORMALIZE[by](text)}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/** Returns the same condition by an index: of trigrams or, for a text without trigrams, of short pieces. */
export function containsByIndex(
  column: RawBuilder<unknown>,
  text: string,
  { byTrigrams = hasTrigrams(text), by = 'lower' }: { byTrigrams?: boolean; by?: Normalized } = {},
): RawBuilder<boolean> {
  if (byTrigrams) return containsUnestimated(column, text, by)
  // Not `like`: PostgreSQL would also read the whole index of trigrams.
  return sql<boolean>`${hasPieces(column, text, by)} and strpos(${column}, ${NORMALIZE[by](text)}) > 0`
}

/** Returns SQL for whether a folded column contains the text, without regard to accents and case. */
export function containsFolded(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return contains(column, text, 'folded')
}

/** Returns the same condition by an index. */
export function containsFoldedByIndex(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return containsByIndex(column, text, { by: 'folded' })
}

function hasPieces(column: RawBuilder<unknown>, text: string, by: Normalized): RawBuilder<boolean> {
  const pieces = sql`short_pieces(${NORMALIZE[by](text)})`
  // What has a pair of letters has each of them, too: reading the index for those would take most of the time.
  const pairs = sql`array(select piece from unnest(${pieces}) piece where char_length(piece) = 2)`
  return sql<boolean>`short_pieces(${column}) @> ${[...text].length > 1 ? pairs : pieces}`
}

/**
 * Returns whether an index of trigrams finds a text: three letters in a row. ASCII only: whether other letters count depends
 * on the database. A letter at the start of a word is a trigram, too, but of a large part of all texts.
 */
export function hasTrigrams(text: string): boolean {
  return /[A-Za-z0-9]{3}/.test(text)
}

/** The number of rows scanned for a text without trigrams: enough when most match; pieces find the others. */
export const ROWS_SCANNED = 20_000
