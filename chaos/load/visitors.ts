import { demoAccounts } from '../../demo/accounts.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { ALL_CATEGORIES_SLUG } from '../../shared/catalog/categories.ts'
import { CATEGORIES } from '../../shared/catalog/standard-categories.ts'
import { type Client, effectOf, type Outcome } from './client.ts'
import type { Ledger, User } from './ledger.ts'
import { pick, productIds, publicKeyOf, signUp } from './shoppers.ts'

const WORDS = ['lamp', 'phone', 'red', 'tea', 'chair', 'game', 'bag', 'sound', 'wood', 'travel', 'garden', 'coffee']
const CATEGORIES_SEEN = [ALL_CATEGORIES_SLUG, ...CATEGORIES]
const BUYERS = 20

interface Visitors {
  /** Sends one random request: most read, some buy. */
  request(): Promise<Outcome>
  /** Retries orders without a response until they complete. Call it after the load. */
  completeOrders(): Promise<void>
}

/**
 * Creates visitors whose orders and cart additions are recorded in the ledger. With `computed` they bypass caches: they are
 * signed in, and each search is new.
 */
export async function createVisitors(client: Client, ledger: Ledger, { computed = false } = {}): Promise<Visitors> {
  const open = new Map<string, User>()
  const products = await productIds(client)
  const buyers: User[] = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await signUp(client))
  const read = (path: string) => client.send(path, computed ? { headers: pick(buyers).headers } : {})
  const visits: [weight: number, visit: () => Promise<Outcome>][] = [
    [20, () => read(computed ? `/search?q=${someWords()}` : `/product/${pick(products)}`)],
    [25, () => read(`/api/products/${pick(products)}`)],
    [15, () => read(somePageOfSomeCategory())],
    [15, () => read(`/api/search?q=${computed ? someWords() : pick(WORDS)}`)],
    [10, () => client.send('/api/cart', { headers: pick(buyers).headers })],
    [10, () => addOne(client, ledger, pick(buyers), pick(products))],
    [5, () => order(client, ledger, pick(buyers), open)],
  ]
  const drawn = visits.flatMap(([weight, visit]) => Array.from({ length: weight }, () => visit))
  return {
    request: () => pick(drawn)(),
    completeOrders: async () => {
      for (let tries = 0; open.size > 0 && tries < 100; tries++) {
        for (const [key, buyer] of open) await order(client, ledger, buyer, open, key)
      }
    },
  }
}

function someWords(): string {
  return `${pick(WORDS)}+${Math.floor(Math.random() * 1_000_000)}`
}

function somePageOfSomeCategory(): string {
  const page = 1 + Math.floor(Math.random() * 5)
  return `/api/categories/${encodeURIComponent(pick(CATEGORIES_SEEN))}/products?page=${page}`
}

async function addOne(client: Client, ledger: Ledger, buyer: User, product_id: string): Promise<Outcome> {
  const options = { method: 'POST', headers: buyer.headers, body: { product_id, quantity: 1 } }
  const outcome = await client.send('/api/cart/items', options)
  ledger.added(buyer, product_id, 1, effectOf(outcome))
  return outcome
}

/** Orders the cart; an empty cart counts as served. Orders without a response stay in `open`. */
async function order(
  client: Client,
  ledger: Ledger,
  buyer: User,
  open: Map<string, User>,
  key: string = crypto.randomUUID(),
): Promise<Outcome> {
  open.set(key, buyer)
  const outcome = await client.send('/api/orders', {
    method: 'POST',
    headers: { ...buyer.headers, 'idempotency-key': key },
    body: { shipping_address: {}, payment_method: 'paypal' },
  })
  if (outcome.status === 201) ledger.ordered(buyer, key, JSON.parse(outcome.text))
  if (effectOf(outcome) !== 'either') open.delete(key)
  return outcome.status === 409 ? { ...outcome, status: 200 } : outcome
}

/** Signs in as a demo account; returns no `headers` after a failure. */
export async function signInDemo(
  client: Client,
  role: 'buyer' | 'seller' | 'admin',
): Promise<{ outcome: Outcome; headers?: Record<string, string> }> {
  const account = demoAccounts.find((one) => one.role === role)
  const apikey = await publicKeyOf(client)
  const outcome = await client.send('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey },
    body: { email: account?.email, password: account?.password },
  })
  if (outcome.status !== 200) return { outcome }
  const session = JSON.parse(outcome.text) as AccountSession
  return { outcome, headers: { authorization: `Bearer ${session.access_token}`, apikey } }
}
