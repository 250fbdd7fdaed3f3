import type { RouteOptions } from 'fastify'
import { openRenderer } from '../../server/pages/ssr/open-renderer.ts'
import { makeAdmin, signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { createProduct } from '../../tests/support/product-form.ts'
import { buildProducts } from '../../tests/support/products.ts'
import { serviceKey } from '../../tests/support/storage.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import type { TestDatabase } from '../../tests/support/test-database.ts'
import type { Canary } from './canary.ts'
import { type FuzzRole, knownTexts } from './requests.ts'
import { type ApiDocument, collectRoutes, type FuzzRoute, toFuzzRoutes } from './routes.ts'

/** A running server with data for generated requests, and a canary that no request may change. */
export interface FuzzTarget extends TestApp {
  origin: URL
  routes: FuzzRoute[]
  document: ApiDocument
  canary: CanaryAccounts
  /** Unexpected errors and 5xx of the application, newest last. */
  faults: string[]
  /** Returns the ids and names that a role knows. Admins do not know the canary's, since they may change it. */
  textsFor(role: FuzzRole): readonly string[]
  /** Returns the credentials of a role; signs in again when an earlier request ended the session. */
  headersOf(role: FuzzRole): Promise<Record<string, string>>
  /** Makes the next `headersOf` sign in again, after these headers were refused. */
  sessionRefused(role: FuzzRole, headers: Record<string, string>): void
}

interface CanaryAccounts extends Canary {
  buyer: TestAccount
  seller: TestAccount
}

/** Starts the whole product, pages included, on a database of its own. */
export async function openFuzzTarget(database?: TestDatabase): Promise<FuzzTarget> {
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
  const canary = await createCanary(market)
  const users = await createUsers(market)
  const origin = new URL(await market.app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    ...market,
    origin,
    document,
    canary,
    faults,
    routes: toFuzzRoutes(registered, document),
    ...createRoles(market, canary, users),
    close: async () => {
      await market.close()
      await closeRenderer()
    },
  }
}

async function createCanary(market: TestApp): Promise<CanaryAccounts> {
  const [buyer, seller] = await Promise.all([signUp(market), signUp(market, { role: 'seller' })])
  const { product_id: productId } = await createProduct(market, seller)
  await addToCart(market, buyer, productId, 2)
  const { body } = await call<{ order_id: string }>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  await addToCart(market, buyer, productId, 3)
  return { buyer, seller, orderId: body.order_id, productId }
}

/** The only bucket that operators know, since they may empty any. */
const OWN_BUCKET = 'papers'
const PICTURES = /^(products|users)$|featured_image/

/** Creates one user a role, and data for their requests. */
async function createUsers(market: TestApp) {
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

/** Returns the credentials of each role, and the texts it knows. */
function createRoles(
  market: TestApp,
  canary: CanaryAccounts,
  { accounts, asOperator, texts }: Awaited<ReturnType<typeof createUsers>>,
): Pick<FuzzTarget, 'textsFor' | 'headersOf' | 'sessionRefused'> {
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
