import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for any of these texts, for prepared statements: a planner that sees how many there are plans anew each time,
 * because a plan for any number of them looks more expensive.
 */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any((select ${texts}::text[])::text[])`
}
