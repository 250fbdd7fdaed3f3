import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { currentWork } from './work.ts'

/** Longer than any statement may run, so only what never answers at all is given up here. */
const SILENCE_MS = 6_000

/** Thrown when the database, or the network to it, did not answer as long as this piece of work may wait. */
export class DatabaseSilent extends Error {}

/** Each statement's `{ seconds }` are published here. */
export const statements = channel('openstall.statements')

/**
 * Watches one connection: every statement ends with a comment that says for whom it is, and is given up, together with
 * the connection, when its work has waited long enough. Statements outside of any work are left alone.
 */
export function watchClient(client: pg.PoolClient, onSilence: () => void): void {
  const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>

  function query(text: unknown, ...rest: unknown[]): Promise<unknown> {
    const work = currentWork()
    if (!work || typeof text !== 'string') return send(text, ...rest)
    const sentAt = performance.now()
    return waitFor(
      send(`${text} /* ${work.kind}_id=${work.id} */`, ...rest),
      Math.min(work.patienceMs, SILENCE_MS),
      () => {
        onSilence()
        breakOff(client)
      },
    ).finally(() => {
      const ms = performance.now() - sentAt
      work.patienceMs -= ms
      if (statements.hasSubscribers) statements.publish({ seconds: ms / 1000 })
    })
  }

  client.query = query as typeof client.query
  // A connection that breaks while it is used tells so by the failure of its statement; without a listener it would end
  // the process.
  client.on('error', () => {})
}

/** Answers what `promise` does within `ms`, else calls `giveUp` and throws DatabaseSilent. */
export async function waitFor<T>(promise: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(new DatabaseSilent('the database did not answer in time'))
        giveUp()
      },
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Closes the connection without a word: what is at the other end may not listen any more. */
function breakOff(client: pg.PoolClient): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}
