import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createContext, runInContext } from '../../db/request-context.ts'
import type { Db } from '../../db/tables.ts'
import { type EndedStatement, statements } from '../../db/watch-client.ts'
import type { Checkout } from '../../shared/checkouts/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { TestAccount } from './accounts.ts'
import { addToCart, call, checkout } from './api.ts'
import { openForTests, signUpAll } from './open-for-tests.ts'
import { buildProducts } from './products.ts'
import type { TestApp } from './test-app.ts'

/**
 * The kinds of callers with different rights. `rival` and `seller` are a buyer and a seller who own nothing; `owner` is the
 * seller of the products.
 */
export type Caller = 'visitor' | 'buyer' | 'rival' | 'seller' | 'owner' | 'admin'
type CallerAccounts = Record<Exclude<Caller, 'visitor'>, TestAccount>

export interface MarketWithUsers {
  market: TestApp
  accounts: CallerAccounts
  /** The buyer's own order. */
  orderId: string
  /** The buyer's own checkout, which was cancelled. */
  checkoutId: string
  /** Every route, as `GET /path/:of_the/route`. */
  routes: readonly string[]
}

/**
 * Opens a marketplace with all these callers, the owner's products PRD00001 and PRD00002, and an order of the first. Once a
 * request has changed something, all other database connections are taken: its response must not need another one.
 */
export async function openMarketWithUsers(): Promise<MarketWithUsers> {
  const routes: string[] = []
  const market: TestApp = await openForTests({
    config: { payments: 'sandbox', sandbox: 'calm' },
    deps: {
      install: async (app) => {
        busyAfterWrites(app, () => market.db, { takesPayments: true })
        app.addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url}`)
        })
      },
    },
  })
  const [buyer, rival, seller, owner, admin] = await signUpAll(market, 'buyer', 'buyer', 'seller', 'seller', 'admin')
  await buildProducts(market, [{ seller_id: owner.user_id }, { seller_id: owner.user_id }])
  await addToCart(market, buyer, 'PRD00001')
  const begun = await call<Checkout>(market, 'POST', '/api/checkouts', { as: buyer, body: checkout })
  const checkoutId = begun.body.checkout_id
  await call(market, 'DELETE', `/api/checkouts/${checkoutId}`, { as: buyer })
  const { body } = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  return { market, accounts: { buyer, rival, seller, owner, admin }, orderId: body.order_id, checkoutId, routes }
}

/** The size of the pool of `createTestApp`. */
const CONNECTIONS = 10

/** Purchases ask the payment provider between two transactions, for longer than a request holds its connection. */
const PURCHASES = /^\/api\/(orders|checkouts\/[^/]+\/(order|payment))$/

/**
 * Takes every free connection of the pool once a request has changed something, until its response is sent: the rest of the
 * request must not wait for one. Returns how often that happened, and a function that ends it.
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
