import { LOCALE } from '../../../shared/kernel/locale.ts'
import { onFirstUse } from '../../../shared/kernel/on-first-use.ts'

const format = onFirstUse(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }))

/** The day of a time in UTC: the server and every browser show the same. */
export function ReviewDate({ at }: { at: string }) {
  return <time dateTime={at}>{format().format(new Date(at))}</time>
}
