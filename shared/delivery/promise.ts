import { DEFAULT_DISPATCH_DAYS } from './constants.ts'

/** Facts on which the days of a delivery depend. */
export interface DeliveryDays {
  /** Working days to dispatch; null: not declared. */
  dispatch_days: number | null
  /** A day such as `2026-12-24`, before which nothing is dispatched. */
  away_until: string | null
  /** Days on the way. */
  days_from: number
  days_to: number
}

const DAY_MS = 86_400_000

/** Returns the day that many days after another, such as `2026-11-24`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length)
}

/** Returns the day that many working days, from Monday to Friday, after another. `working_day_after` in the database does the same. */
export function workingDayAfter(day: string, days: number): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  // A weekend counts as the Friday before it.
  const back = Math.max(weekday - 4, 0)
  return dayAfter(day, days - back + 2 * Math.floor((Math.min(weekday, 4) + days) / 5))
}

/** Returns the days on which goods that are paid on a day are dispatched and arrive. `dispatch_day` in the database does the same. */
export function promiseOf(paidOn: string, { dispatch_days, away_until, days_from, days_to }: DeliveryDays) {
  const from = away_until !== null && away_until > paidOn ? away_until : paidOn
  const ship_by = workingDayAfter(from, dispatch_days ?? DEFAULT_DISPATCH_DAYS)
  return { ship_by, arrives_from: dayAfter(ship_by, days_from), arrives_to: dayAfter(ship_by, days_to) }
}

/** Returns the days from payment to arrival as a page says them to everyone, without weekends and the seller's absence. */
export function usualDays({ dispatch_days, days_from, days_to }: Omit<DeliveryDays, 'away_until'>) {
  const dispatch = dispatch_days ?? DEFAULT_DISPATCH_DAYS
  return { days_from: dispatch + days_from, days_to: dispatch + days_to }
}
