import { byLocale, byMarket } from './language.ts'
import { marketFacts } from './market-facts.ts'

/** Right-to-left letters, and direction marks. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates the direction of a name in a sentence, so that it does not reorder the words around it. A left-to-right name
 * is returned unchanged.
 */
export function isolated(name: string): string {
  return TURNS.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name
}

/** Returns the marketplace's time zone. */
export const timeZone = (): string => marketFacts().time_zone

const numberFormat = byLocale((locale) => new Intl.NumberFormat(locale))
const zonedFormat = (options: Intl.DateTimeFormatOptions) =>
  byMarket((locale, { time_zone: timeZone }) => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
const dayFormat = zonedFormat({ dateStyle: 'medium' })
const dateFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const monthFormat = zonedFormat({ month: 'long', year: 'numeric' })
const minuteFormat = zonedFormat({ dateStyle: 'medium', timeStyle: 'short' })
const listFormat = byLocale((locale) => new Intl.ListFormat(locale, { type: 'unit' }))

/** Formats a number: `1,234`. */
export function formatNumber(value: number): string {
  return numberFormat().format(value)
}

/** Formats a list of names: `Desk lamp, Floor lamp`. */
export function formatList(names: readonly string[]): string {
  return listFormat().format(names.map(isolated))
}

/** Formats the day of a time in the marketplace's time zone: `Jan 31, 2026`. */
export function formatDay(time: string): string {
  return dayFormat().format(new Date(time))
}

/** Formats a day such as `2026-12-24`, without a time zone: `Dec 24`; or the days until another one: `Dec 24 – 26`. */
export function formatDate(day: string, until = day): string {
  return dateFormat().formatRange(new Date(day), new Date(until))
}

/** Formats the month of a time in the marketplace's time zone: `January 2026`. */
export function formatMonth(time: string): string {
  return monthFormat().format(new Date(time))
}

/** Formats a time to the minute in the marketplace's time zone: `Jan 31, 2026, 1:05 PM UTC`. */
export function formatMinute(time: string): string {
  return `${minuteFormat().format(new Date(time))} ${timeZone()}`
}
