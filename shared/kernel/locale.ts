import { isolated } from './isolated.ts'
import { onFirstUse } from './on-first-use.ts'

/** The language and region in which texts, numbers, amounts and dates are written. */
export const LOCALE = 'en-US'
/** The language of the documents, as their `lang`. */
export const LANGUAGE = 'en'
/** How that language runs, as the `dir` of the documents: pages turn around with it. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

/** The marketplace's time zone. */
export let timeZone = 'UTC'

/** Sets by whose days times are shown, before the first one is. */
export function setTimeZone(name: string): void {
  timeZone = name
}

// Formats take milliseconds to create, which a page has no time for while it starts.
const numberFormat = onFirstUse(() => new Intl.NumberFormat(LOCALE))
const dayFormat = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }))
const monthFormat = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone }))
const minuteFormat = onFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const listFormat = onFirstUse(() => new Intl.ListFormat(LOCALE, { type: 'unit' }))

/** Returns a number as texts show it: `1,234`. */
export function formatNumber(value: number): string {
  return numberFormat().format(value)
}

/** Returns names as sentences list them: `Desk lamp, Floor lamp`. */
export function formatList(names: readonly string[]): string {
  return listFormat().format(names.map(isolated))
}

/** Returns the day of a time in the marketplace's time zone, as every page says it: `Jan 31, 2026`. */
export function formatDay(time: string): string {
  return dayFormat().format(new Date(time))
}

/** Returns the month of a time in the marketplace's time zone: `January 2026`. */
export function formatMonth(time: string): string {
  return monthFormat().format(new Date(time))
}

/** Returns a time to the minute in the marketplace's time zone, and its name: `Jan 31, 2026, 1:05 PM UTC`. */
export function formatMinute(time: string): string {
  return `${minuteFormat().format(new Date(time))} ${timeZone}`
}
