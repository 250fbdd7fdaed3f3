import { demoAccounts } from '../db/demo/accounts.ts'
import type { AccountSession } from '../shared/account/schema.ts'
import { ALL_CATEGORIES_SLUG, CATEGORIES } from '../shared/catalog/constants.ts'
import { type Answer, type Client, effectOf } from './client.ts'
import type { Ledger, Person } from './ledger.ts'
import { pick, productIds, publicKeyOf, signUp } from './shoppers.ts'

const WORDS = ['lamp', 'phone', 'red', 'tea', 'chair', 'game', 'bag', 'sound', 'wood', 'travel', 'garden', 'coffee']
const CATEGORIES_SEEN = [ALL_CATEGORIES_SLUG, ...CATEGORIES]
const BUYERS = 20

interface Day {
  /** One request of a market's day, of which most look and some buy. */
  request(): Promise<Answer>
  /** Brings orders that were left open to their end. To be called when the server has time again. */
  settle(): Promise<void>
}

export async function openDay(client: Client, ledger: Ledger): Promise<Day> {
  const open = new Map<string, Person>()
  const products = await productIds(client)
  const buyers: Person[] = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await signUp(client))
  const visits: [weight: number, visit: () => Promise<Answer>][] = [
    [20, () => client.send(`/product/${pick(products)}`)],
    [25, () => client.send(`/api/products/${pick(products)}`)],
    [15, () => client.send(somePageOfSomeCategory())],
    [15, () => client.send(`/api/search?q=${pick(WORDS)}`)],
    [10, () => client.send('/api/cart', { headers: pick(buyers).headers })],
    [10, () => addOne(client, ledger, pick(buyers), pick(products))],
    [5, () => order(client, ledger, pick(buyers), open)],
  ]
  const drawn = visits.flatMap(([weight, visit]) => Array.from({ length: weight }, () => visit))
  return {
    request: () => pick(drawn)(),
    settle: async () => {
      for (let tries = 0; open.size > 0 && tries < 100; tries++) {
        for (const [key, buyer] of open) await order(client, ledger, buyer, open, key)
      }
    },
  }
}

function somePageOfSomeCategory(): string {
  const page = 1 + Math.floor(Math.random() * 5)
  return `/api/categories/${encodeURIComponent(pick(CATEGORIES_SEEN))}/products?page=${page}`
}

async function addOne(client: Client, ledger: Ledger, buyer: Person, product_id: string): Promise<Answer> {
  const sending = { method: 'POST', headers: buyer.headers, body: { product_id, quantity: 1 } }
  const answer = await client.send('/api/cart/items', sending)
  ledger.added(buyer, product_id, 1, effectOf(answer))
  return answer
}

/** An empty cart is an answer like another. What is not answered is kept in `open`. */
async function order(
  client: Client,
  ledger: Ledger,
  buyer: Person,
  open: Map<string, Person>,
  key: string = crypto.randomUUID(),
): Promise<Answer> {
  open.set(key, buyer)
  const answer = await client.send('/api/orders', {
    method: 'POST',
    headers: { ...buyer.headers, 'idempotency-key': key },
    body: { shipping_address: {}, payment_method: 'paypal' },
  })
  if (answer.status === 201) ledger.ordered(buyer, key, JSON.parse(answer.text))
  // A key in use: an earlier try with it is still under way.
  const isOpen =
    effectOf(answer) === 'either' ||
    (answer.status === 409 && JSON.parse(answer.text).code === 'idempotency_key_in_use')
  if (!isOpen) open.delete(key)
  return answer.status === 409 ? { ...answer, status: 200 } : answer
}

/** Signs in somebody of the demo market; without `headers` when that failed. */
export async function signInDemo(
  client: Client,
  role: 'buyer' | 'seller' | 'admin',
): Promise<{ answer: Answer; headers?: Record<string, string> }> {
  const account = demoAccounts.find((one) => one.role === role)
  const apikey = await publicKeyOf(client)
  const answer = await client.send('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey },
    body: { email: account?.email, password: account?.password },
  })
  if (answer.status !== 200) return { answer }
  const session = JSON.parse(answer.text) as AccountSession
  return { answer, headers: { authorization: `Bearer ${session.access_token}`, apikey } }
}
