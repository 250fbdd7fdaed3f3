import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_METHODS, type SandboxMethod } from '../../sandbox/cards.ts'
import type { Paying } from '../../shared/payments/schema.ts'
import { checkout } from '../../tests/support/api.ts'
import type { Client, Outcome } from './client.ts'
import type { User } from './ledger.ts'
import { pick, productIds, signUp } from './shoppers.ts'

/** The responses to buyers who order and pay, and their acknowledged orders. */
export interface PaidOrders {
  /** Number of responses by status and code, or by connection error. */
  responses: Map<string, number>
  /** Acknowledged order ids by idempotency key. */
  orders: Map<string, string>
  /** Unexpected responses, and idempotency keys with two orders. */
  unexpected: string[]
  begun: number
}

interface Payers {
  /** Returns a different server each time. */
  client: () => Client
  paid: PaidOrders
  products: string[]
  /** Total number of checkouts. */
  count: number
}

const TRIES = 40
const RETRY_AFTER_MS = 150
/** Longer than the provider stays silent. */
const TIMEOUT_MS = 40_000
/** One in this many choices of the card with 25 s of silence is used, to save time. */
const SILENT_ONE_IN = 40
const ANSWERS = ['approve', 'approve', 'refuse', 'leave'] as const

/** Lets buyers order and pay with every method of the sandbox. They sign up at `steady`, a server that is not killed. */
export async function runPayers(
  client: () => Client,
  { buyers, count, steady }: { buyers: number; count: number; steady: Client },
): Promise<PaidOrders> {
  const paid: PaidOrders = { responses: new Map(), orders: new Map(), unexpected: [], begun: 0 }
  const payers = { client, paid, count, products: await productIds(steady) }
  const users: User[] = []
  for (let buyer = 0; buyer < buyers; buyer++) users.push(await signUp(steady))
  await Promise.all(users.map((user) => keepPaying(payers, user)))
  return paid
}

async function keepPaying(payers: Payers, buyer: User): Promise<void> {
  const { paid, count, products } = payers
  while (paid.begun < count) {
    paid.begun++
    const body = { product_id: pick(products), quantity: 1 + Math.floor(Math.random() * 3) }
    await untilAnswered(payers, '/api/cart/items', buyer, { body })
    await orderOnce(payers, buyer)
  }
}

/** Orders the cart, retrying with one key until the outcome is known. */
async function orderOnce(payers: Payers, buyer: User): Promise<void> {
  const { paid } = payers
  const key = randomUUID()
  const { id, method } = someMethod()
  const body = { ...checkout, payment_method: method, payment_token: id }
  const outcome = await untilAnswered(payers, '/api/orders', buyer, { body, key })
  if (outcome.status === 201) acknowledge(paid, key, outcome)
  if (outcome.status !== 202) return
  const { next } = JSON.parse(outcome.text) as Paying
  const answer = pick(ANSWERS)
  if (next.kind === 'redirect') {
    await untilAnswered(payers, `/api/sandbox/steps/${next.url.split('/').at(-1)}`, buyer, { body: { answer } })
  }
  if (answer === 'leave') return
  const again = await untilAnswered(payers, '/api/orders', buyer, { body, key })
  if (again.status === 201) acknowledge(paid, key, again)
}

function acknowledge(paid: PaidOrders, key: string, { text }: Outcome): void {
  const { order_id } = JSON.parse(text) as { order_id: string }
  const known = paid.orders.get(key)
  if (known !== undefined && known !== order_id) paid.unexpected.push(`${key} has the orders ${known} and ${order_id}`)
  paid.orders.set(key, order_id)
}

/** Retries a request until a server responds, as the page does after a lost connection. */
async function untilAnswered(
  { client, paid }: Payers,
  path: string,
  buyer: User,
  { body, key }: { body: object; key?: string },
): Promise<Outcome> {
  const headers = { ...buyer.headers, ...(key !== undefined && { 'idempotency-key': key }) }
  for (let tries = 0; ; tries++) {
    const outcome = await client().send(path, { method: 'POST', headers, body, timeoutMs: TIMEOUT_MS })
    count(paid, path, outcome)
    if ((outcome.status !== 0 && outcome.status < 500) || tries === TRIES) return outcome
    await sleep(RETRY_AFTER_MS)
  }
}

function count(paid: PaidOrders, path: string, { status, text, refused, failure }: Outcome): void {
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  const what = refused ? 'refused' : status === 0 ? (failure ?? '') : [status, code].filter(Boolean).join(' ')
  paid.responses.set(what, (paid.responses.get(what) ?? 0) + 1)
  const isExpected = status === 0 || status < 400 || [402, 409, 429, 503, 504].includes(status)
  if (!isExpected) paid.unexpected.push(`${path}: ${status} ${text.slice(0, 300)}`)
}

function someMethod(): SandboxMethod {
  const method = pick(SANDBOX_METHODS)
  if (method.plays !== 'silent' || Math.random() * SILENT_ONE_IN < 1) return method
  return pick(SANDBOX_METHODS.filter(({ plays }) => plays === 'pays'))
}
