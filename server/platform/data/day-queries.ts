import { type RawBuilder, sql } from 'kysely'

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the SQL conditions of rows created from one day to another, both included; each day is optional. */
export function withinDays({ from, to }: Days): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`created_at >= market_day_start(${from}::date)`] : []),
    ...(to ? [sql`created_at < market_day_start(${to}::date + 1)`] : []),
  ]
}
