import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../db/connect.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { requireDatabase } from '../db/require-database.ts'
import type { Config } from './platform/config.ts'

/** What a shell tells of a program that a signal ended. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
/** How long what a command was doing may take to remove what it began. */
const REMOVE_WITHIN_MS = 3_000
/** From the signal to the end of the process, whatever hangs. */
const END_WITHIN_MS = 9_500

type Log = (message: string) => void
type Work<T> = (connection: Connection, signal: AbortSignal) => Promise<T>

/**
 * Does a command's work with the database that the settings name; the embedded one is started or joined, and left when
 * the work is over. Ctrl-C, SIGTERM or SIGHUP abort `signal`, leave the database and end the process.
 */
export async function withDatabase<T>(config: Config, log: Log, work: Work<T>): Promise<T> {
  const ending = new AbortController()
  const opening = openDatabase(config, log)
  const working = opening.then(({ connection }) => {
    ending.signal.throwIfAborted()
    return work(connection, ending.signal)
  })
  let closing: Promise<void> | undefined
  const close = () => {
    // What is still being started is not left half done.
    closing ??= opening.then(
      (database) => database.close(),
      () => {},
    )
    return closing
  }
  async function end(code: number): Promise<void> {
    // Ctrl-C below npm sends two.
    if (ending.signal.aborted) return
    ending.abort()
    const removed = async () => Promise.race([working.catch(() => {}), sleep(REMOVE_WITHIN_MS)])
    await Promise.race([close().then(removed), sleep(END_WITHIN_MS)])
    process.exit(code)
  }
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => void end(code))
  try {
    return await working
  } finally {
    await close()
    // Why the work broke off is no news: the process ends with the code of the signal.
    if (ending.signal.aborted) await new Promise(() => {})
  }
}

async function openDatabase(config: Config, log: Log): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl)
    return { connection: config.databaseUrl, close: async () => {} }
  }
  return openEmbeddedDatabase({ dataDir: config.dataDir, log })
}
