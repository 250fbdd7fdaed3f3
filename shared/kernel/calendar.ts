import { byLocale, byMarket } from './language.ts'
import { timeZone } from './locale.ts'

const DAY_LENGTH = '2026-01-31'.length

const calendarDayFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const timeFormat = byLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const ownDayFormat = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

// The Swedish format has the year first, and 24 hours.
const clockFormat = byMarket(
  (_, { time_zone }) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: time_zone }),
)

/** Formats a time in the marketplace's time zone: `2026-01-31 13:05:00`. */
function clockTime(time: Date): string {
  return clockFormat().format(time)
}

function minutesAhead(time: Date): number {
  const shown = Date.parse(`${clockTime(time).replace(' ', 'T')}Z`)
  return Math.round((shown - time.getTime()) / 60_000)
}

/** Returns a word with the marketplace's time zone: `From (UTC)`. */
export function inZone(word: string): string {
  return `${word} (${timeZone()})`
}

/** Returns the day of a time in the marketplace's time zone: `2026-01-31`. */
export function dayOf(time: Date): string {
  return clockTime(time).slice(0, DAY_LENGTH)
}

/** Returns the days from one day such as `2026-01-31` to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** Returns noon of a day such as `2026-01-31` in the marketplace's time zone. */
export function noonOf(day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return new Date(noon - minutesAhead(new Date(noon)) * 60_000)
}

/** Returns the last millisecond of a time's day in the marketplace's time zone. */
export function endOfDay(time: Date): Date {
  return new Date(noonOf(dayOf(time)).getTime() + 12 * 3_600_000 - 1)
}

/**
 * Converts a time such as `2026-01-31T12:05:00.000Z` to the marketplace's time zone: `2026-01-31T13:05:00.000+01:00`.
 */
export function zonedTime(time: string): string {
  const ahead = minutesAhead(new Date(time))
  if (ahead === 0) return time
  const size = Math.abs(ahead)
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${new Date(Date.parse(time) + ahead * 60_000).toISOString().slice(0, -1)}${ahead < 0 ? '-' : '+'}${hours}:${minutes}`
}

/** Formats a day such as `2026-11-24`, without a time zone: `Tue, Nov 24`. */
export function formatCalendarDay(day: string): string {
  return calendarDayFormat().format(new Date(day))
}

/** Formats the time of day in the reader's own time zone: `1:05 PM`. */
export function formatTime(time: string): string {
  return timeFormat().format(new Date(time))
}

/** Formats the day of a time in the reader's own time zone: `Jan 31, 2026`; goes with `formatTime`. */
export function formatOwnDay(time: string): string {
  return ownDayFormat().format(new Date(time))
}
