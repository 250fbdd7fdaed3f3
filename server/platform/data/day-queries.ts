import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for what is true of a row that was created from a day on, to another; of either, where only one is known. */
export function withinDays({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`created_at >= market_day_start(${from}::date)`] : []),
    ...(to ? [sql`created_at < market_day_start(${to}::date + 1)`] : []),
  ]
}
