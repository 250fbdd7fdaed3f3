import { formatDay, formatMinute, formatTime } from '../../shared/kernel/locale.ts'

/** A date in the user's time zone; only for parts rendered in the browser. */
export function LocalDate({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dir="auto" dateTime={at}>
      {precise ? formatMinute(at) : formatDay(at)}
    </time>
  )
}

/** A time of day in the user's time zone; only for parts rendered in the browser. */
export function LocalTime({ at }: { at: string }) {
  return (
    <time dir="auto" dateTime={at}>
      {formatTime(at)}
    </time>
  )
}
