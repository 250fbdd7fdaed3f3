import type pg from 'pg'
import type { RequestContext } from './request-context.ts'

/** Long enough to send the next statement, and too short to delay others when the request waits for something else. */
const RESERVED_MS = 5

type Take = (client: pg.PoolClient | Promise<pg.PoolClient>) => void

/** The connection on which a request has written. */
interface Reserved {
  client: pg.PoolClient
  isIdle: boolean
  /** The request's own statements that wait for the connection. */
  waiting: Take[]
  timer?: NodeJS.Timeout
}

/**
 * Reserves a connection for the request that has written on it: the reads for its response must not queue behind other
 * requests, which may wait for its locks. A broken connection is released, and `another` replaces it.
 */
export function reserveConnections(isSound: (client: pg.PoolClient) => boolean, another: () => Promise<pg.PoolClient>) {
  const reserved = new WeakMap<RequestContext, Reserved>()

  function giveUp({ waiting }: Reserved, context: RequestContext): void {
    reserved.delete(context)
    for (const take of waiting) take(another())
  }

  function passOn(own: Reserved, context: RequestContext): void {
    const next = own.waiting.shift()
    if (next) return void next(own.client)
    own.isIdle = true
    own.timer = setTimeout(() => {
      reserved.delete(context)
      own.client.release()
    }, RESERVED_MS)
  }

  return {
    /** Returns the connection of a request, when its turn comes; undefined when it has none. */
    take(context: RequestContext): Promise<pg.PoolClient> | undefined {
      const own = reserved.get(context)
      if (!own) return undefined
      if (!own.isIdle) return new Promise((resolve) => void own.waiting.push(resolve))
      clearTimeout(own.timer)
      own.isIdle = false
      return Promise.resolve(own.client)
    },
    /** Returns the connection; if its request has written, it stays reserved for a moment after it is released. */
    reserving(client: pg.PoolClient, context: RequestContext): pg.PoolClient {
      const release = client.release
      client.release = (error) => {
        client.release = release
        const known = reserved.get(context)
        const own = known ?? { client, isIdle: false, waiting: [] }
        if (context.hasWritten && own.client === client && !error && isSound(client)) {
          reserved.set(context, own)
          return passOn(own, context)
        }
        if (known?.client === client) giveUp(known, context)
        client.release(error)
      }
      return client
    },
  }
}
