import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createContext, runInContext } from '../../db/request-context.ts'
import type { Db } from '../../db/tables.ts'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

/** All connections of the pool of `createTestApp`. */
const CONNECTIONS = 10

/** They ask the payment provider between two transactions, for longer than a connection stays with a request. */
const PURCHASES = /^\/api\/(orders|checkouts\/[^/]+\/(order|payment))$/

/**
 * Lets other work take every free connection of the pool as soon as a request has changed something, until that request has
 * its response: what it still reads must not have to wait for them. Returns how often that happened, and what ends it.
 */
export function busyAfterWrites(app: FastifyInstance, dbOf: () => Db, { takesPayments = false } = {}) {
  const running = new Map<string, () => void>()
  let times = 0

  function seize(message: unknown): void {
    const { context } = message as EndedStatement
    if (context.kind !== 'request' || !context.hasWritten || running.has(context.id)) return
    times++
    const { promise: responded, resolve } = Promise.withResolvers<void>()
    running.set(context.id, resolve)
    runInContext(createContext('job', 'busy'), () => {
      for (let taken = 0; taken < CONNECTIONS; taken++)
        dbOf()
          .connection()
          .execute(() => responded)
          .catch(() => {})
    })
  }

  app.addHook('onRequest', async ({ id, method, url }) => {
    if (takesPayments && method === 'POST' && PURCHASES.test(url)) running.set(id, () => {})
  })
  subscribe(statements.name, seize)
  app.addHook('onResponse', async ({ id }) => {
    running.get(id)?.()
    running.delete(id)
  })
  app.addHook('onClose', async () => void unsubscribe(statements.name, seize))
  return { times: () => times }
}
