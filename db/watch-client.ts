import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { currentContext } from './request-context.ts'

/** Longer than any statement may run: only a silent connection is abandoned. */
const SILENCE_MS = 6_000

/** Thrown when the database, or the network to it, did not respond within the wait budget of the request. */
export class DatabaseSilent extends Error {}

/** Each statement's `{ seconds }` are published here. */
export const statements = channel('openstall.statements')

/**
 * Watches one connection: every statement ends with a comment that names its context, and is abandoned, together with
 * the connection, when the wait budget of the context is used up. Statements without a context are left alone.
 */
export function watchClient(client: pg.PoolClient, onSilence: () => void): void {
  const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>

  function query(text: unknown, ...rest: unknown[]): Promise<unknown> {
    const context = currentContext()
    if (!context || typeof text !== 'string') return send(text, ...rest)
    const sentAt = performance.now()
    return waitFor(
      send(`${text} /* ${context.kind}_id=${context.id} */`, ...rest),
      Math.min(context.waitBudgetMs, SILENCE_MS),
      () => {
        onSilence()
        breakOff(client)
      },
    ).finally(() => {
      const ms = performance.now() - sentAt
      context.waitBudgetMs -= ms
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
