import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignUpRole } from '../shared/account/constants.ts'
import type { AccountSession } from '../shared/account/schema.ts'
import type { Cart } from '../shared/cart/schema.ts'
import type { Order } from '../shared/orders/schema.ts'
import { checkout } from '../tests/support/api.ts'
import { type Answer, type Client, effectOf, type Sending } from './client.ts'
import type { Ledger, Person } from './ledger.ts'

/** What a crowd saw. */
export interface Seen {
  /** How often each status was answered; 0 is no answer, `refused` nobody listening. */
  statuses: Map<string, number>
  slowestMs: number
  /** What 503 was answered with, by how often. */
  excuses: Map<string, number>
  /** Answers that nobody should get. */
  dishonest: string[]
}

interface Crowd {
  client: Client
  ledger: Ledger
  seen: Seen
  products: string[]
  /** Set when nothing new may begin; what has begun is brought to its end. */
  stopping: AbortSignal
  timeoutMs?: number
}

const PASSWORD = 'a long enough phrase'
const RETRY_AFTER_MS = 100
const SETTLED_WITHIN_MS = 60_000

const PATIENT_TRIES = 20

/** Signs up through the front door. `apiKey`: where there is no page that carries it. */
export async function signUp(client: Client, role: SignUpRole = 'buyer', apiKey?: string): Promise<Person> {
  apiKey ??= await publicKeyOf(client)
  const answer = await sendUntilServed(client, '/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: apiKey },
    body: { email: `${randomUUID()}@example.com`, password: PASSWORD, data: { role } },
  })
  if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status} ${answer.failure ?? answer.text}`)
  const session = JSON.parse(answer.text) as AccountSession
  return { user_id: session.user.id, headers: { authorization: `Bearer ${session.access_token}`, apikey: apiKey } }
}

/** The key that every page carries. */
export async function publicKeyOf(client: Client): Promise<string> {
  const { text } = await sendUntilServed(client, '/')
  const key = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0]
  if (!key) throw new Error('the page carries no public key')
  return key
}

/** The products of the home page. */
export async function productIds(client: Client): Promise<string[]> {
  const { text } = await sendUntilServed(client, '/api/products/just-for-you')
  const ids = new Set(text.match(/PRD\d+/g))
  if (!ids.size) throw new Error(`the market shows no products: ${text.slice(0, 300)}`)
  return [...ids]
}

/** For what must be there before a scenario begins: a server that has just come up with many others may ask to come again. */
async function sendUntilServed(client: Client, ...request: [path: string, sending?: Sending]): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await client.send(...request)
    if (answer.status !== 503 || tries === PATIENT_TRIES) return answer
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000)
  }
}

function createSeen(): Seen {
  return { statuses: new Map(), slowestMs: 0, excuses: new Map(), dishonest: [] }
}

function look(seen: Seen, what: string, answer: Answer): Answer {
  const status = answer.refused ? 'refused' : String(answer.status || answer.failure)
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
  seen.slowestMs = Math.max(seen.slowestMs, answer.ms)
  if (answer.status === 503) {
    const excuse = answer.text.replace(/"request_id":"[^"]*"/, '').slice(0, 200)
    seen.excuses.set(excuse, (seen.excuses.get(excuse) ?? 0) + 1)
  }
  const honest = answer.status === 0 || answer.status < 400 || [409, 503].includes(answer.status)
  if (!honest) seen.dishonest.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return answer
}

/** Fills the cart and orders it, over and over, as the browser does: a try without an answer is repeated under its key. */
async function keepOrdering(crowd: Crowd, buyer: Person): Promise<void> {
  while (!crowd.stopping.aborted) {
    await addSome(crowd, buyer)
    await orderOnce(crowd, buyer, randomUUID())
    await sleep(Math.random() * 20)
  }
}

/** Only adds, to the cart of somebody who may be ordering. */
async function keepAdding(crowd: Crowd, buyer: Person): Promise<void> {
  while (!crowd.stopping.aborted) {
    await addSome(crowd, buyer)
    await sleep(Math.random() * 30)
  }
}

async function addSome({ client, ledger, seen, products, timeoutMs }: Crowd, buyer: Person): Promise<void> {
  const product_id = pick(products)
  const quantity = 1 + Math.floor(Math.random() * 3)
  const sending = { method: 'POST', headers: buyer.headers, body: { product_id, quantity }, timeoutMs }
  const answer = look(seen, 'add', await client.send('/api/cart/items', sending))
  ledger.added(buyer, product_id, quantity, effectOf(answer))
  if (answer.status !== 200) await sleep(RETRY_AFTER_MS)
}

async function orderOnce({ client, ledger, seen, timeoutMs }: Crowd, buyer: Person, key: string): Promise<void> {
  const headers = { ...buyer.headers, 'idempotency-key': key }
  for (const until = performance.now() + SETTLED_WITHIN_MS; ; await sleep(RETRY_AFTER_MS)) {
    const answer = await client.send('/api/orders', { method: 'POST', headers, body: checkout, timeoutMs })
    look(seen, 'order', answer)
    if (answer.status === 201) return ledger.ordered(buyer, key, JSON.parse(answer.text) as Order)
    const open = effectOf(answer) === 'either' || answer.refused || answer.text.includes('idempotency_key_in_use')
    if (!open) return
    if (performance.now() > until) {
      seen.dishonest.push(`order ${key} never came to an end: ${answer.status} ${answer.failure ?? answer.text}`)
      return
    }
  }
}

/**
 * Alone on a cart: adds, sets and removes one line, and knows every quantity it may have now. Each answer shows the
 * cart, which must hold one of them.
 */
async function keepChanging({ client, seen, products, stopping, timeoutMs }: Crowd, buyer: Person): Promise<void> {
  const product_id = pick(products)
  const line = `/api/cart/items/${product_id}`
  let possible = new Set([0])
  while (!stopping.aborted) {
    const change = pick(changesOf(product_id, line))
    const after = new Set([...possible].map(change.apply))
    const answer = await client.send(change.path, { ...change.sending, headers: buyer.headers, timeoutMs })
    look(seen, 'change', answer)
    if (answer.status === 200) {
      const quantity = (JSON.parse(answer.text) as { cart: Cart }).cart[product_id] ?? 0
      if (!after.has(quantity)) seen.dishonest.push(`line of ${quantity}, possible were ${[...after].join(', ')}`)
      possible = new Set([quantity])
    } else {
      if (effectOf(answer) === 'either') possible = new Set([...possible, ...after])
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
      sending: { method: 'POST', body: { product_id, quantity: 2 } },
      // A line never holds more than 999: a refused addition changes nothing.
      apply: (quantity: number) => (quantity + 2 > 999 ? quantity : quantity + 2),
    },
    { path: line, sending: { method: 'PUT', ...body(wanted) }, apply: () => wanted },
    { path: line, sending: { method: 'PUT', ...body(0) }, apply: () => 0 },
    { path: line, sending: { method: 'DELETE' }, apply: () => 0 },
  ]
}

/** One of them by chance; there must be one. */
export function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T
}

/** Starts `pairs` buyers who order and as many who change carts: half of these in the carts of the former. */
export async function startCrowd(
  client: Client,
  ledger: Ledger,
  options: { pairs: number; timeoutMs?: number; apiKey?: string; products?: string[] },
): Promise<{ seen: Seen; stop(): Promise<void> }> {
  const { pairs, timeoutMs, apiKey } = options
  const stopping = new AbortController()
  const seen = createSeen()
  const products = options.products ?? (await productIds(client))
  const crowd: Crowd = {
    client,
    ledger,
    seen,
    products,
    stopping: stopping.signal,
    timeoutMs,
  }
  const buyers: Person[] = []
  for (let count = 0; count < pairs; count++) buyers.push(await signUp(client, 'buyer', apiKey))
  const work: Promise<void>[] = []
  for (const [index, buyer] of buyers.entries()) {
    work.push(keepOrdering(crowd, buyer))
    work.push(index % 2 ? keepAdding(crowd, buyer) : keepChanging(crowd, await signUp(client, 'buyer', apiKey)))
  }
  return {
    seen,
    stop: async () => {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

/** How often each status was seen, as one line. */
export function tally({ statuses }: Seen): string {
  return [...statuses]
    .sort(([, one], [, other]) => other - one)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ')
}
