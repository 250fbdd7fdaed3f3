import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../../db/embedded/free-port.ts'
import { checkout } from '../../tests/support/api.ts'
import type { Server } from '../faults/server-process.ts'
import { type Client, createClient } from '../load/client.ts'
import type { User } from '../load/ledger.ts'
import { productIds, signUp } from '../load/shoppers.ts'
import {
  auditPayments,
  type Context,
  checkRules,
  joinDatabase,
  type Scenario,
  startFresh,
  startManaged,
} from './scenario.ts'

const ENVIRONMENT = { PAYMENTS: 'sandbox', SANDBOX: 'calm', RATE_LIMITS: 'off' }
const KILLER = import.meta.resolve('../faults/kill-after-statement.ts')
/** More statements than an order needs. */
const MAX_STATEMENTS = 120
/** Lost attempts are recovered after 30 s. */
const ENDS_WITHIN_MS = 120_000
const TOKENS = ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_threeDSecure2Required']

/** A buyer whose server was killed during the order. */
interface Victim {
  buyer: User
  key: string
  token: string
  point: string
}

export const paymentKills: Scenario = {
  name: 'payment-kills',
  title: 'a server is killed after each statement of a payment, its own and the provider’s, and the buyer tries again',
  async run(context) {
    const { findings, count } = context
    const { server, dataDir } = await startFresh(context, { environment: ENVIRONMENT })
    const database = await joinDatabase(dataDir)
    context.cleanUp(() => database.close())
    // The orders have charges and deliveries.
    await sql`
      insert into delivery_methods (seller_id, place, name, kind, price_by, price, days_from, days_to)
      select seller_id, 1, 'Parcel', 'parcel', 'order', 4.9, 1, 3 from seller_pages`.execute(database.db)
    const client = createClient(server.origin, { keepAlive: true })
    const [product = ''] = await productIds(client)
    const step = count(1, 8)
    const victims: Victim[] = []
    for (const token of TOKENS) {
      for (let statement = 1; statement < MAX_STATEMENTS; statement += step) {
        const victim = { buyer: await signUp(client), key: randomUUID(), token }
        await client.send('/api/cart/items', { ...asBuyer(victim.buyer), body: { product_id: product, quantity: 1 } })
        const point = await orderUntilKilled(context, { dataDir, statement, victim })
        if (point === undefined) break
        victims.push({ ...victim, point })
      }
    }
    findings.note('kills', victims.length)
    for (const token of TOKENS) {
      const points = victims.filter((victim) => victim.token === token).map(({ point }) => point)
      findings.note(token, points.map((point, index) => `${index + 1}: ${point}`).join('; '))
    }
    findings.none(
      'ways to pay without a kill',
      TOKENS.filter((token) => !victims.some((victim) => victim.token === token)),
    )
    findings.none(
      'kills of which the point is unknown',
      victims.filter(({ point }) => point === 'unknown'),
    )
    findings.none('buyers who got no order, or two', await retryAll(client, victims))
    await auditPayments(context, database.db, ENDS_WITHIN_MS)
    findings.none('errors logged by the server', server.bugs)
    await checkRules(findings, database.db, dataDir)
    client.close()
  },
}

const asBuyer = ({ headers }: User) => ({ method: 'POST', headers })

function order(client: Client, { buyer, key, token }: Omit<Victim, 'point'>) {
  const body = { ...checkout, payment_method: 'credit_card', payment_token: token }
  return client.send('/api/orders', { method: 'POST', headers: { ...buyer.headers, 'idempotency-key': key }, body })
}

/** Orders at a server that is killed after a statement; returns the statement, or undefined when the response came before. */
async function orderUntilKilled(
  context: Context,
  { dataDir, statement, victim }: { dataDir: string; statement: number; victim: Omit<Victim, 'point'> },
): Promise<string | undefined> {
  const port = await freePort()
  const environment = { ...ENVIRONMENT, KILL_AFTER: String(statement) }
  const server: Server = startManaged(context, { dataDir, port, environment, nodeOptions: ['--import', KILLER] })
  await server.ready()
  const client = createClient(server.origin, { keepAlive: false })
  const { status } = await order(client, victim)
  client.close()
  if (status !== 0) {
    await server.stop('SIGTERM')
    return undefined
  }
  const prefix = 'killed after: '
  const line = () => server.lines.find((text) => text.startsWith(prefix))
  // The last output arrives after the exit.
  for (let tries = 0; tries < 40 && line() === undefined; tries++) await sleep(25)
  return line()?.slice(prefix.length) ?? 'unknown'
}

/** Retries each order at a running server; returns faults of the responses. */
async function retryAll(client: Client, victims: readonly Victim[]): Promise<string[]> {
  const wrong: string[] = []
  for (const victim of victims) {
    const expected = { pm_card_visa: 201, pm_card_visa_chargeDeclined: 402 }[victim.token] ?? 202
    const [first, second] = [await untilKnown(client, victim), await untilKnown(client, victim)]
    const isSame = first.status === expected && second.status === expected
    const orders = [first, second].map(({ text }) => /"order_id":"(\w+)"/.exec(text)?.[1])
    if (!isSame || orders[0] !== orders[1])
      wrong.push(`${victim.token}, ${victim.point}: ${first.status} ${second.status} ${first.text.slice(0, 200)}`)
  }
  return wrong
}

/** Retries while the response is 202: a lost attempt is recovered after 30 s. */
async function untilKnown(client: Client, victim: Victim) {
  for (let tries = 0; ; tries++) {
    const outcome = await order(client, victim)
    if (!outcome.text.includes('"kind":"wait"') || tries > 45) return outcome
    await sleep(1_000)
  }
}
