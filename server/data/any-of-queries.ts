import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for any of these texts, as a prepared statement needs it: where the planner sees how many there are, it plans
 * anew each time, as one plan for any number of them looks dearer.
 */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any((select ${texts}::text[])::text[])`
}
