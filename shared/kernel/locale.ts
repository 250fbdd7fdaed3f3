import { isolated } from './isolated.ts'
import { onFirstUse } from './on-first-use.ts'

/** The language and region in which texts, numbers, amounts and dates are written. */
export const LOCALE = 'en-US'
/** The language of the documents, as their `lang`. */
export const LANGUAGE = 'en'
/** How that language runs, as the `dir` of the documents: pages turn around with it. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

// Formats take milliseconds to create, which a page has no time for while it starts.
const numberFormat = onFirstUse(() => new Intl.NumberFormat(LOCALE))
const dayFormat = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' }))
const calendarDayFormat = onFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const monthFormat = onFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const minuteFormat = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }))
const timeFormat = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' }))
const listFormat = onFirstUse(() => new Intl.ListFormat(LOCALE, { type: 'unit' }))

/** Returns a number as texts show it: `1,234`. */
export function formatNumber(value: number): string {
  return numberFormat().format(value)
}

/** Returns names as sentences list them: `Desk lamp, Floor lamp`. */
export function formatList(names: readonly string[]): string {
  return listFormat().format(names.map(isolated))
}

/** Returns the day of a time in the reader's own time zone: `Jan 31, 2026`. */
export function formatDay(time: string): string {
  return dayFormat().format(new Date(time))
}

/** Returns a day such as `2026-11-24`, which belongs to no time zone: `Tue, Nov 24`. */
export function formatCalendarDay(day: string): string {
  return calendarDayFormat().format(new Date(day))
}

/** Returns the month of a time, in UTC, so that every page says the same: `January 2026`. */
export function formatMonth(time: string): string {
  return monthFormat().format(new Date(time))
}

/** Returns a time to the minute, in the reader's own time zone: `Jan 31, 2026, 1:05 PM`. */
export function formatMinute(time: string): string {
  return minuteFormat().format(new Date(time))
}

/** Returns the time of day, in the reader's own time zone: `1:05 PM`. */
export function formatTime(time: string): string {
  return timeFormat().format(new Date(time))
}
