import type { RouteOptions } from 'fastify'
import { openRenderer } from '../../server/ssr/open-renderer.ts'
import { makeAdmin, signUp, type TestAccount } from '../support/accounts.ts'
import { addToCart, call, checkout } from '../support/api.ts'
import { createProduct } from '../support/product-form.ts'
import { buildProducts } from '../support/products.ts'
import { serviceKey } from '../support/storage.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import type { TestDatabase } from '../support/test-database.ts'
import type { Canary } from './canary.ts'
import { type FuzzRole, knownTexts } from './requests.ts'
import { type ApiDocument, collectRoutes, type FuzzRoute, toFuzzRoutes } from './routes.ts'

/** A market full of things that made-up requests can be about, and one person whose things are nobody else's. */
export interface MarketToFuzz extends TestApp {
  origin: URL
  routes: FuzzRoute[]
  document: ApiDocument
  canary: Settled
  /** What the application threw and answered with a 5xx, newest last. */
  faults: string[]
  /** What a role has heard of. Admins rule over all, so they do not hear of the canary's things. */
  textsFor(role: FuzzRole): readonly string[]
  /** What a request of a role carries; signs in again when the session was ended by a request before. */
  headersOf(role: FuzzRole): Promise<Record<string, string>>
  /** To be told when a role's own session did not get through. */
  sessionRefused(role: FuzzRole, headers: Record<string, string>): void
}

interface Settled extends Canary {
  buyer: TestAccount
  seller: TestAccount
}

/** Opens the whole product on a database of its own, listening, with its pages. */
export async function openMarketToFuzz(database?: TestDatabase): Promise<MarketToFuzz> {
  const registered: RouteOptions[] = []
  const faults: string[] = []
  const { renderer, close: closeRenderer } = await openRenderer({ dev: false })
  const market = await createTestApp({
    ...(database && { database }),
    deps: {
      renderer,
      install: async (app) => {
        await collectRoutes(registered)(app)
        app.addHook('onError', async (request, reply, error) => {
          if (reply.statusCode >= 500 || !('status' in error || 'statusCode' in error || 'validation' in error))
            faults.push(`${request.method} ${request.routeOptions.url}: ${error.stack}`)
        })
      },
    },
  })
  const document: ApiDocument = (await market.app.inject({ url: '/docs/json' })).json()
  const canary = await settleCanary(market)
  const people = await settlePeople(market)
  const origin = new URL(await market.app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    ...market,
    origin,
    document,
    canary,
    faults,
    routes: toFuzzRoutes(registered, document),
    ...castOf(market, canary, people),
    close: async () => {
      await market.close()
      await closeRenderer()
    },
  }
}

async function settleCanary(market: TestApp): Promise<Settled> {
  const [buyer, seller] = await Promise.all([signUp(market), signUp(market, { role: 'seller' })])
  const { product_id: productId } = await createProduct(market, seller)
  await addToCart(market, buyer, productId, 2)
  const { body } = await call<{ order_id: string }>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  await addToCart(market, buyer, productId, 3)
  return { buyer, seller, orderId: body.order_id, productId }
}

/** The operator's programs may empty any bucket: they hear of this one. */
const OWN_BUCKET = 'papers'
const PICTURES = /^(products|users)$|featured_image/

/** One of each role, and what their requests can be about. */
async function settlePeople(market: TestApp) {
  const [buyer, seller, admin] = await Promise.all([
    signUp(market),
    signUp(market, { role: 'seller' }),
    makeAdmin(market),
  ])
  const built = await buildProducts(
    market,
    Array.from({ length: 30 }, (_, index) => ({ seller_id: seller.user_id, product_price: index + 0.99 })),
  )
  const pictured = await createProduct(market, seller)
  await addToCart(market, buyer, built[0]?.product_id ?? '')
  const { body: order } = await call<{ order_id: string }>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  const operatorsKey = await serviceKey(market)
  const asOperator = { apikey: market.deps.secrets.apiKey, authorization: `Bearer ${operatorsKey}` }
  await market.app.inject({
    method: 'POST',
    url: '/storage/v1/bucket',
    headers: asOperator,
    payload: { name: OWN_BUCKET },
  })
  const texts = [
    OWN_BUCKET,
    ...knownTexts,
    ...[...built, pictured].map(({ product_id }) => product_id),
    ...[buyer, seller].flatMap(({ user_id, email, password, refresh_token }) => [
      user_id,
      email,
      password,
      refresh_token,
    ]),
    ...[order.order_id, 'PRD99999', 'ORD99999', 'eq.PRD00003', 'gt.PRD00001', 'lt.ORD00002', 'credit_card', 'product'],
    ...['products', 'users', `${pictured.product_id}/featured_image`, `${buyer.user_id}/avatar`, 'Home & Lighting'],
    ...[pictured.featured_image, 'data:image/png;base64,iVBORw0KGgo=', 'password', 'refresh_token', 'signup', 'totp'],
  ]
  return { accounts: { buyer, seller, admin }, asOperator, texts }
}

/** Who sends the requests of each role, and what it has heard of. */
function castOf(
  market: TestApp,
  canary: Settled,
  { accounts, asOperator, texts }: Awaited<ReturnType<typeof settlePeople>>,
): Pick<MarketToFuzz, 'textsFor' | 'headersOf' | 'sessionRefused'> {
  const join = {
    buyer: () => signUp(market),
    seller: () => signUp(market, { role: 'seller' }),
    admin: () => makeAdmin(market),
  }
  const current = {
    buyer: Promise.resolve(accounts.buyer),
    seller: Promise.resolve(accounts.seller),
    admin: Promise.resolve(accounts.admin),
  }
  const others = [canary.orderId, canary.productId, canary.buyer.user_id, canary.buyer.email, canary.seller.user_id]
  return {
    textsFor: (role) => {
      if (role === 'operator') return texts.filter((text) => !PICTURES.test(text))
      return role === 'admin' ? texts : [...texts, ...others, `${canary.productId}/featured_image`]
    },
    headersOf: async (role) => {
      const apikey = market.deps.secrets.apiKey
      if (role === 'operator') return asOperator
      return role === 'visitor' ? { apikey } : { ...(await current[role]).headers }
    },
    sessionRefused: (role, headers) => {
      if (role === 'visitor' || role === 'operator') return
      const refused = current[role]
      void refused.then((account) => {
        if (account.headers.authorization === headers.authorization && current[role] === refused)
          current[role] = join[role]()
      })
    },
  }
}
