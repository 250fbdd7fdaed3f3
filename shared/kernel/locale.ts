/** Letters that run from right to left, and the characters that turn a text around. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns a name as sentences contain it: its direction ends with it, so that it moves none of the words around it. A name
 * that runs from left to right, as our sentences do, is returned as it is.
 */
export function isolated(name: string): string {
  return TURNS.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name
}

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

/** Returns a function that creates a value at its first call and returns the same one at every call. */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
