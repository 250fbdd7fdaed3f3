import { CHART_DAYS, type ChartRange } from '../../../shared/stats/constants.ts'

/** Returns how many days to read: the longer of the requested and the default range, twice for the period before. */
export function daysToRead(range: ChartRange = CHART_DAYS): number {
  return 2 * Math.max(CHART_DAYS, range)
}

/** Returns the last `count` days, and as many before. */
export function lastOf<Day>(days: readonly Day[], count: number): { sales: Day[]; previous: Day[] } {
  return { sales: days.slice(-count), previous: days.slice(-2 * count, -count) }
}

/** Returns the requested days unless they are the default ones. */
export function chosen<Day, Named>(
  range: ChartRange | undefined,
  days: readonly Day[],
  nameDays: (days: Day[]) => Named[],
): { range?: { sales: Named[]; previous: Day[] } } {
  if (range === undefined || range === CHART_DAYS) return {}
  const { sales, previous } = lastOf(days, range)
  return { range: { sales: nameDays(sales), previous } }
}
