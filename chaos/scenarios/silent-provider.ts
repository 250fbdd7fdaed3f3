import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkout } from '../../tests/support/api.ts'
import { type Client, createClient, type Outcome } from '../load/client.ts'
import type { User } from '../load/ledger.ts'
import { listPaidTwice } from '../load/payment-queries.ts'
import { productIds, signUp } from '../load/shoppers.ts'
import { failures, responseTimes, runClosedLoop } from '../load/traffic.ts'
import { auditPayments, checkRules, joinDatabase, type Scenario, startFresh } from './scenario.ts'

const SILENCER = import.meta.resolve('../faults/silence-provider.ts')
const VISITORS = 16
const BUYERS = 32
/** The minimum share of the usual rate of product pages. */
const MIN_SHARE = 0.9
/** Above the server's timeout of 20 s for the provider. */
const MAX_RESPONSE_MS = 21_000
const ENDS_WITHIN_MS = 300_000
/** The polling interval of the page. */
const POLL_MS = 2_000
const EXPECTED = [201, 202, 402, 409, 503, 504]

export const silentProvider: Scenario = {
  name: 'silent-provider',
  title: 'the payment provider says nothing for a minute, while visitors look at products and buyers pay',
  async run(context) {
    const { findings, time } = context
    const silentMs = time(60_000, 22_000)
    const { server, dataDir } = await startFresh(context, {
      environment: { PAYMENTS: 'sandbox', SANDBOX: 'calm', SILENT_MS: String(silentMs) },
      nodeOptions: ['--import', SILENCER],
    })
    const database = await joinDatabase(dataDir)
    context.cleanUp(() => database.close())
    const client = createClient(server.origin, { keepAlive: true })
    const products = await productIds(client)
    const buying = await startBuying(client, products)
    context.cleanUp(() => buying.stop())

    await viewProducts(client, products, time(5_000, 2_000))
    const usual = await viewProducts(client, products, time(20_000, 6_000))
    const paidBefore = buying.orders.size
    findings.note('product pages before', usual.responses.length / usual.seconds, 'a second')
    server.child.kill('SIGALRM')
    const silent = await viewProducts(client, products, silentMs)
    findings.note('orders before, and after the silence', `${paidBefore}, ${buying.orders.size}`)
    findings.atLeast(
      'product pages while the provider is silent',
      silent.responses.length / silent.seconds,
      (usual.responses.length / usual.seconds) * MIN_SHARE,
      'a second',
    )
    findings.none('product pages: failures', [...failures(silent), ...responseTimes(silent, 'shed')])
    await sleep(POLL_MS)
    await buying.stop()
    findings.note('responses to orders', [...buying.statuses].map(([what, times]) => `${what}: ${times}`).join(', '))
    findings.atMost('slowest response to an order', buying.slowestMs() / 1000, MAX_RESPONSE_MS / 1000, 's')
    findings.none('unexpected responses', buying.unexpected)

    await auditPayments(context, database.db, ENDS_WITHIN_MS)
    findings.none('payments that were made twice', await listPaidTwice(database.db))
    findings.none('errors logged by the server', server.bugs)
    await checkRules(findings, database.db, dataDir)
    client.close()
  },
}

function viewProducts(client: Client, products: readonly string[], ms: number) {
  let next = 0
  return runClosedLoop(() => client.send(`/product/${products[next++ % products.length]}`), VISITORS, ms)
}

interface Buying {
  statuses: Map<string, number>
  /** Acknowledged order ids by idempotency key. */
  orders: Map<string, string>
  unexpected: string[]
  slowestMs(): number
  stop(): Promise<unknown>
}

/** Lets buyers order and pay in a loop, retrying each order with its key until the outcome is known. */
async function startBuying(client: Client, products: readonly string[]): Promise<Buying> {
  const statuses = new Map<string, number>()
  const orders = new Map<string, string>()
  const unexpected: string[] = []
  const users: User[] = []
  let slowest = 0
  let isStopping = false
  for (let buyer = 0; buyer < BUYERS; buyer++) users.push(await signUp(client))

  function note(key: string, { status, text, ms, failure }: Outcome): void {
    const what = [status || failure, /"code":"(\w+)"/.exec(text)?.[1]].filter(Boolean).join(' ')
    statuses.set(what, (statuses.get(what) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (!EXPECTED.includes(status)) unexpected.push(`${failure ?? status} ${text.slice(0, 200)}`)
    const order = /"order_id":"(\w+)"/.exec(text)?.[1]
    if (status !== 201 || order === undefined) return
    if ((orders.get(key) ?? order) !== order) unexpected.push(`${key} has the orders ${orders.get(key)} and ${order}`)
    orders.set(key, order)
  }

  async function buyOnce({ headers }: User, product: string | undefined): Promise<void> {
    const item = { product_id: product, quantity: 1 }
    await client.send('/api/cart/items', { method: 'POST', headers, body: item })
    const key = randomUUID()
    const body = { ...checkout, payment_method: 'credit_card', payment_token: 'pm_card_visa' }
    while (!isStopping) {
      const options = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body, timeoutMs: 60_000 }
      const outcome = await client.send('/api/orders', options)
      note(key, outcome)
      if (![202, 503, 504].includes(outcome.status)) return
      await sleep(POLL_MS)
    }
  }

  async function keepBuying(user: User, first: number): Promise<void> {
    for (let round = first; !isStopping; round++) await buyOnce(user, products[round % products.length])
  }

  const running = Promise.all(users.map(keepBuying))
  return {
    statuses,
    orders,
    unexpected,
    slowestMs: () => slowest,
    stop: () => {
      isStopping = true
      return running
    },
  }
}
