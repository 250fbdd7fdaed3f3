import { type RawBuilder, sql } from 'kysely'

/** Whether a lower-cased column contains the text, in any letter case; wildcards in the text mean themselves. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}::text) || '%' escape '\\'`
}
