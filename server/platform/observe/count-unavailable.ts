import { isDatabaseUnavailable, sqlState } from '../../../db/connect.ts'
import { systemCode } from '../../../db/files.ts'
import { currentContext } from '../../../db/request-context.ts'

const EVERY_MS = 1_000
const [WARN, ERROR] = [40, 50]

/** Failures of a second, by what they are of. */
interface Counts {
  requests: number
  /** By jobs, and on idle connections. */
  others: number
  reasons: Record<string, number>
}

/**
 * Returns a function that counts an error if it means that the database, or another service, is away, and returns whether
 * it did. `write` gets one line for each second with such errors: each request would log the same stack. While no request
 * has failed it is a warning.
 */
export function createUnavailableCounter(
  write: (level: number, line: { event: 'unavailable' } & Counts) => void,
): (error: unknown) => boolean {
  let counts: Counts | undefined

  function flush(): void {
    if (!counts) return
    write(counts.requests ? ERROR : WARN, { event: 'unavailable', ...counts })
    counts = undefined
  }

  return (error) => {
    if (!isDatabaseUnavailable(error)) return false
    if (!counts) setTimeout(flush, EVERY_MS).unref()
    counts ??= { requests: 0, others: 0, reasons: {} }
    if (currentContext()?.kind === 'request') counts.requests++
    else counts.others++
    const reason = reasonOf(error as Error)
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1
    return true
  }
}

/** Returns why it is away: the database's own messages may quote user input. */
function reasonOf(error: Error): string {
  return sqlState(error) ?? systemCode(error) ?? error.message
}
