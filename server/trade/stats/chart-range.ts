import { CHART_DAYS, type ChartRange } from '../../../shared/stats/constants.ts'

/** Returns how many days to read: those requested, at least those always returned, each with as many before. */
export function daysToRead(range: ChartRange = CHART_DAYS): number {
  return 2 * Math.max(CHART_DAYS, range)
}

/** Returns the last `count` of some days, and as many before. */
export function lastOf<Day>(days: readonly Day[], count: number): { sales: Day[]; previous: Day[] } {
  return { sales: days.slice(-count), previous: days.slice(-2 * count, -count) }
}

/** Returns the days that were requested, when these are other ones than those always returned. */
export function chosen<Day, Named>(
  range: ChartRange | undefined,
  days: readonly Day[],
  nameDays: (days: Day[]) => Named[],
): { range?: { sales: Named[]; previous: Day[] } } {
  if (range === undefined || range === CHART_DAYS) return {}
  const { sales, previous } = lastOf(days, range)
  return { range: { sales: nameDays(sales), previous } }
}
