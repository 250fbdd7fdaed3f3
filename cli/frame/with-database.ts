import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../db/connect.ts'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import { requireDatabase } from '../../db/require-database.ts'
import type { Config } from '../../server/platform/config/config.ts'

/** The exit codes that shells use for programs ended by a signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
/** Limits the clean-up of interrupted work. */
const CLEAN_UP_TIMEOUT_MS = 3_000
/** From the signal to the forced exit. */
const EXIT_TIMEOUT_MS = 9_500

type Log = (message: string) => void
type Work<T> = (connection: Connection, signal: AbortSignal) => Promise<T>

/**
 * Returns what `work` returns, called with a connection to the configured database. An embedded database is started, or
 * shared with running servers. Ctrl-C, SIGTERM and SIGHUP abort `signal`, close the database and end the process.
 */
export async function withDatabase<T>(config: Config, log: Log, work: Work<T>): Promise<T> {
  const stopping = new AbortController()
  const opening = openDatabase(config, log)
  const working = opening.then(({ connection }) => {
    stopping.signal.throwIfAborted()
    return work(connection, stopping.signal)
  })
  let closing: Promise<void> | undefined
  const close = () => {
    // A start in progress is finished first, so that nothing is left half done.
    closing ??= opening.then(
      (database) => database.close(),
      () => {},
    )
    return closing
  }
  async function stop(code: number): Promise<void> {
    // Ctrl-C under npm sends two signals.
    if (stopping.signal.aborted) return
    stopping.abort()
    const cleanedUp = async () => Promise.race([working.catch(() => {}), sleep(CLEAN_UP_TIMEOUT_MS)])
    await Promise.race([close().then(cleanedUp), sleep(EXIT_TIMEOUT_MS)])
    process.exit(code)
  }
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => void stop(code))
  try {
    return await working
  } finally {
    await close()
    // The interrupted work's own error is not reported: the process ends with the code of the signal.
    if (stopping.signal.aborted) await new Promise(() => {})
  }
}

async function openDatabase(config: Config, log: Log): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl, log)
    return { connection: config.databaseUrl, close: async () => {} }
  }
  return openEmbeddedDatabase({ dataDir: config.dataDir, log })
}
