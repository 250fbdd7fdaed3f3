import { channel } from 'node:diagnostics_channel'
import type pg from 'pg'
import { closeSocket } from './primary.ts'
import { currentContext } from './request-context.ts'

/** Longer than the statement timeout: only connections that do not respond are closed. */
const MAX_WAIT_MS = 6_000

/** Thrown when the database, or the network to it, did not respond within the wait budget of the request. */
export class DatabaseTimeout extends Error {}

/** Publishes `{ seconds }` for each statement. */
export const statements = channel('openstall.statements')

/**
 * Appends a comment that names the context to every statement of a connection. When the wait budget of the context is used
 * up, the statement fails and the connection is closed. Statements without a context stay as they are. `onFailure` is called
 * with the error of every statement that fails, and of the connection.
 */
export function watchClient(
  client: pg.PoolClient,
  { onTimeout, onFailure }: { onTimeout: () => void; onFailure: (error: unknown) => void },
): void {
  const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>

  function reporting(result: Promise<unknown>): Promise<unknown> {
    // Statements that copy rows return a stream.
    if (result instanceof Promise) result.catch(onFailure)
    return result
  }

  function query(text: unknown, ...rest: unknown[]): Promise<unknown> {
    const context = currentContext()
    if (!context || typeof text !== 'string') return reporting(send(text, ...rest))
    const sentAt = performance.now()
    return waitFor(
      reporting(send(`${text} /* ${context.kind}_id=${context.id} */`, ...rest)),
      Math.min(context.waitBudgetMs, MAX_WAIT_MS),
      () => {
        onTimeout()
        closeSocket(client)
      },
    ).finally(() => {
      const ms = performance.now() - sentAt
      context.waitBudgetMs -= ms
      if (statements.hasSubscribers) statements.publish({ seconds: ms / 1000 })
    })
  }

  client.query = query as typeof client.query
  // When a connection breaks, its statement fails, too; without a listener the error would end the process.
  client.on('error', onFailure)
}

/** Returns what `promise` resolves to within `ms`. Calls `giveUp` and throws DatabaseTimeout after that. */
export async function waitFor<T>(promise: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(new DatabaseTimeout('the database did not respond in time'))
        giveUp()
      },
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
