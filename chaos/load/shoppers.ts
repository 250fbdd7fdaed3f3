import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignUpRole } from '../../shared/accounts/constants.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import type { Cart } from '../../shared/cart/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { checkout } from '../../tests/support/api.ts'
import { drawPng, wellFilled } from '../../tests/support/product-form.ts'
import { type Client, effectOf, type Outcome, type RequestOptions } from './client.ts'
import type { Ledger, User } from './ledger.ts'

export interface Observed {
  /** Counts by status, connection error or `refused`. */
  statuses: Map<string, number>
  slowestMs: number
  /** Counts of 503 by body. */
  refusals: Map<string, number>
  unexpected: string[]
}

interface Shoppers {
  client: Client
  ledger: Ledger
  observed: Observed
  products: string[]
  /** When aborted, shoppers complete orders in progress and stop. */
  stopping: AbortSignal
  timeoutMs?: number
}

const PASSWORD = 'a long enough phrase'
const RETRY_AFTER_MS = 100
const ORDER_TIMEOUT_MS = 180_000

const MAX_TRIES = 20

/** Signs up over HTTP. Servers without pages need the `apiKey`. */
export async function signUp(client: Client, role: SignUpRole = 'buyer', apiKey?: string): Promise<User> {
  apiKey ??= await publicKeyOf(client)
  const outcome = await sendUntilServed(client, '/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: apiKey },
    body: { email: `${randomUUID()}@example.com`, password: PASSWORD, data: { role } },
  })
  if (outcome.status !== 200) throw new Error(`sign-up returned ${outcome.status} ${outcome.failure ?? outcome.text}`)
  const session = JSON.parse(outcome.text) as AccountSession
  return { user_id: session.user.id, headers: { authorization: `Bearer ${session.access_token}`, apikey: apiKey } }
}

/** Returns the public key from the home page. */
export async function publicKeyOf(client: Client): Promise<string> {
  const { text } = await sendUntilServed(client, '/')
  const key = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0]
  if (!key) throw new Error('the page carries no public key')
  return key
}

/** Returns the ids of products on the home page without tracked stock, which cannot run out under load. */
export async function productIds(client: Client): Promise<string[]> {
  const { text } = await sendUntilServed(client, '/api/products/just-for-you')
  const { products } = JSON.parse(text) as { products: { product_id: string; stock_state?: string }[] }
  const free = products.filter(({ stock_state }) => stock_state === undefined)
  const ids = new Set(free.map(({ product_id }) => product_id))
  if (!ids.size) throw new Error(`the shop shows no products: ${text.slice(0, 300)}`)
  return [...ids]
}

/** Retries after a 503: servers that start at the same time may be busy. */
async function sendUntilServed(client: Client, ...request: [path: string, options?: RequestOptions]): Promise<Outcome> {
  for (let tries = 0; ; tries++) {
    const outcome = await client.send(...request)
    if (outcome.status !== 503 || tries === MAX_TRIES) return outcome
    await sleep(Number(outcome.headers['retry-after'] ?? 1) * 1_000)
  }
}

function createObserved(): Observed {
  return { statuses: new Map(), slowestMs: 0, refusals: new Map(), unexpected: [] }
}

function observe(observed: Observed, what: string, outcome: Outcome): Outcome {
  const status = outcome.refused ? 'refused' : String(outcome.status || outcome.failure)
  observed.statuses.set(status, (observed.statuses.get(status) ?? 0) + 1)
  observed.slowestMs = Math.max(observed.slowestMs, outcome.ms)
  if (outcome.status === 503) {
    const refusal = outcome.text.replace(/"request_id":"[^"]*"/, '').slice(0, 200)
    observed.refusals.set(refusal, (observed.refusals.get(refusal) ?? 0) + 1)
  }
  const expected = outcome.status === 0 || outcome.status < 400 || [409, 503, 504].includes(outcome.status)
  if (!expected) observed.unexpected.push(`${what}: ${outcome.status} ${outcome.text.slice(0, 300)}`)
  return outcome
}

/** Fills and orders the cart in a loop. Attempts without a response are retried with their key, as in the browser. */
async function keepOrdering(shoppers: Shoppers, buyer: User): Promise<void> {
  while (!shoppers.stopping.aborted) {
    await addSome(shoppers, buyer)
    await orderOnce(shoppers, buyer, randomUUID())
    await sleep(Math.random() * 20)
  }
}

/** Adds to a cart that may be ordered concurrently. */
async function keepAdding(shoppers: Shoppers, buyer: User): Promise<void> {
  while (!shoppers.stopping.aborted) {
    await addSome(shoppers, buyer)
    await sleep(Math.random() * 30)
  }
}

async function addSome({ client, ledger, observed, products, timeoutMs }: Shoppers, buyer: User): Promise<void> {
  const product_id = pick(products)
  const quantity = 1 + Math.floor(Math.random() * 3)
  const options = { method: 'POST', headers: buyer.headers, body: { product_id, quantity }, timeoutMs }
  const outcome = observe(observed, 'add', await client.send('/api/cart/items', options))
  ledger.added(buyer, product_id, quantity, effectOf(outcome))
  if (outcome.status !== 200) await sleep(RETRY_AFTER_MS)
}

async function orderOnce({ client, ledger, observed, timeoutMs }: Shoppers, buyer: User, key: string): Promise<void> {
  const headers = { ...buyer.headers, 'idempotency-key': key }
  for (const until = performance.now() + ORDER_TIMEOUT_MS; ; await sleep(RETRY_AFTER_MS)) {
    const outcome = await client.send('/api/orders', { method: 'POST', headers, body: checkout, timeoutMs })
    observe(observed, 'order', outcome)
    if (outcome.status === 201) return ledger.ordered(buyer, key, JSON.parse(outcome.text) as Order)
    const open = effectOf(outcome) === 'either' || outcome.refused
    if (!open) return
    if (performance.now() > until) {
      observed.unexpected.push(`order ${key} was never completed: ${outcome.status} ${outcome.failure ?? outcome.text}`)
      return
    }
  }
}

/**
 * Adds, sets and removes a line of a cart without other writers, and tracks the quantities it may have. The cart of each
 * response must hold one of them.
 */
async function keepChanging({ client, observed, products, stopping, timeoutMs }: Shoppers, buyer: User): Promise<void> {
  const product_id = pick(products)
  const line = `/api/cart/items/${product_id}`
  let possible = new Set([0])
  while (!stopping.aborted) {
    const change = pick(changesOf(product_id, line))
    const after = new Set([...possible].map(change.apply))
    const outcome = await client.send(change.path, { ...change.options, headers: buyer.headers, timeoutMs })
    observe(observed, 'change', outcome)
    if (outcome.status === 200) {
      const quantity = (JSON.parse(outcome.text) as { cart: Cart }).cart[product_id] ?? 0
      if (!after.has(quantity)) observed.unexpected.push(`line of ${quantity}, possible: ${[...after].join(', ')}`)
      possible = new Set([quantity])
    } else {
      if (effectOf(outcome) === 'either') possible = new Set([...possible, ...after])
      await sleep(RETRY_AFTER_MS)
    }
    await sleep(Math.random() * 20)
  }
}

function changesOf(product_id: string, line: string) {
  const wanted = 1 + Math.floor(Math.random() * 9)
  const body = (quantity: number) => ({ body: { quantity } })
  return [
    {
      path: '/api/cart/items',
      options: { method: 'POST', body: { product_id, quantity: 2 } },
      // A line holds at most 999; a refused addition changes nothing.
      apply: (quantity: number) => (quantity + 2 > 999 ? quantity : quantity + 2),
    },
    { path: line, options: { method: 'PUT', ...body(wanted) }, apply: () => wanted },
    { path: line, options: { method: 'PUT', ...body(0) }, apply: () => 0 },
    { path: line, options: { method: 'DELETE' }, apply: () => 0 },
  ]
}

/** Returns a random element; the list must not be empty. */
export function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T
}

/** Starts `pairs` buyers who order and `pairs` cart writers, half of them on the carts of those buyers. */
export async function startShoppers(
  client: Client,
  ledger: Ledger,
  options: { pairs: number; timeoutMs?: number; apiKey?: string; products?: string[] },
): Promise<{ observed: Observed; stop(): Promise<void> }> {
  const { pairs, timeoutMs, apiKey } = options
  const stopping = new AbortController()
  const observed = createObserved()
  const products = options.products ?? (await productIds(client))
  const shoppers: Shoppers = {
    client,
    ledger,
    observed,
    products,
    stopping: stopping.signal,
    timeoutMs,
  }
  const buyers: User[] = []
  for (let count = 0; count < pairs; count++) buyers.push(await signUp(client, 'buyer', apiKey))
  const work: Promise<void>[] = []
  for (const [index, buyer] of buyers.entries()) {
    work.push(keepOrdering(shoppers, buyer))
    work.push(index % 2 ? keepAdding(shoppers, buyer) : keepChanging(shoppers, await signUp(client, 'buyer', apiKey)))
  }
  return {
    observed,
    stop: async () => {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

/** Formats the counts by status as one line. */
export function tally({ statuses }: Observed): string {
  return [...statuses]
    .sort(([, one], [, other]) => other - one)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ')
}

/** Creates three products with pictures as a seller; returns their ids. */
export async function createProducts(client: Client, origin: string, apiKey?: string): Promise<string[]> {
  const seller = await signUp(client, 'seller', apiKey)
  const picture = new Blob([Uint8Array.from(await drawPng('#c84'))], { type: 'image/png' })
  const createOne = async () => {
    const form = new FormData()
    form.set('product', JSON.stringify(wellFilled))
    form.set('featured', picture, 'featured.png')
    const request = { method: 'POST', headers: seller.headers, body: form }
    const response = await fetch(`${origin}/api/seller/products`, request)
    return ((await response.json()) as { product_id: string }).product_id
  }
  return [await createOne(), await createOne(), await createOne()]
}
