const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const minuteFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** When something happened, in the reader's own time zone; only for parts rendered in the browser. */
export function LocalDate({ at, precise = false }: { at: string; precise?: boolean }) {
  return <time dateTime={at}>{(precise ? minuteFormat : dayFormat).format(new Date(at))}</time>
}
