import type pg from 'pg'
import type { RequestContext } from './request-context.ts'

/** Longer than it takes to send the next statement, and too short for a wait on anything else to keep others waiting. */
const KEPT_MS = 5

type Take = (client: pg.PoolClient | Promise<pg.PoolClient>) => void

/** The connection on which a request has written. */
interface Kept {
  client: pg.PoolClient
  isIdle: boolean
  /** Statements of the request that it has sent at the same time. */
  waiting: Take[]
  timer?: NodeJS.Timeout
}

export interface KeptConnections {
  /** Returns the connection of a request, when its turn comes; undefined when it has none. */
  take(context: RequestContext): Promise<pg.PoolClient> | undefined
  /** Returns the connection; when it is released and its request has written, it stays with the request for a moment. */
  keeping(client: pg.PoolClient, context: RequestContext): pg.PoolClient
}

/**
 * Keeps a connection for the request that has written on it: its reads for the response must not wait behind other
 * requests, which may wait for its locks. A broken connection is released, and `another` replaces it.
 */
export function keepConnections(
  isSound: (client: pg.PoolClient) => boolean,
  another: () => Promise<pg.PoolClient>,
): KeptConnections {
  const kept = new WeakMap<RequestContext, Kept>()

  function giveUp({ waiting }: Kept, context: RequestContext): void {
    kept.delete(context)
    for (const take of waiting) take(another())
  }

  function passOn(own: Kept, context: RequestContext): void {
    const next = own.waiting.shift()
    if (next) {
      next(own.client)
      return
    }
    own.isIdle = true
    own.timer = setTimeout(() => {
      kept.delete(context)
      own.client.release()
    }, KEPT_MS)
  }

  return {
    take(context) {
      const own = kept.get(context)
      if (!own) return undefined
      if (!own.isIdle) return new Promise((resolve) => void own.waiting.push(resolve))
      clearTimeout(own.timer)
      own.isIdle = false
      return Promise.resolve(own.client)
    },
    keeping(client, context) {
      const giveBack = client.release
      client.release = (error) => {
        client.release = giveBack
        const known = kept.get(context)
        const own = known ?? { client, isIdle: false, waiting: [] }
        const stays = context.hasWritten && own.client === client && !error && isSound(client)
        if (stays) {
          kept.set(context, own)
          passOn(own, context)
          return
        }
        if (known?.client === client) giveUp(known, context)
        client.release(error)
      }
      return client
    },
  }
}
