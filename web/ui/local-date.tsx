import { formatDay, formatMinute } from '../../shared/kernel/locale.ts'

/** A day in the marketplace's time zone, the same at the server and in every browser; or a time to the minute. */
export function LocalDate({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dir="auto" dateTime={at}>
      {precise ? formatMinute(at) : formatDay(at)}
    </time>
  )
}
