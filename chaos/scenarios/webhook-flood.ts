import autocannon from 'autocannon'
import { percentile } from '../../bench/percentile.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { deriveKey, openSecrets } from '../../server/platform/keys/secrets.ts'
import { signEvent } from '../../server/trade/payments/stripe/client.ts'
import type { Server } from '../faults/server-process.ts'
import { type Client, createClient } from '../load/client.ts'
import { countEvents } from '../load/payment-queries.ts'
import { productIds } from '../load/shoppers.ts'
import { failures, responseTimes, runClosedLoop } from '../load/traffic.ts'
import { type Context, checkRules, joinDatabase, type Scenario, startFresh } from './scenario.ts'

const ENVIRONMENT = { PAYMENTS: 'sandbox', SANDBOX: 'calm' }
const COUNTER = import.meta.resolve('../faults/count-request-statements.ts')
const ADDRESS = '/webhooks/payments/stripe'
const VISITORS = 4
const FEW_PER_SECOND = 500
const MANY_PER_SECOND = 10_000
/** The largest permitted slowdown of the shop, as a factor. */
const SLOWER = 1.5
/** Smaller differences are noise. */
const MIN_DIFFERENCE_MS = 10
const TOO_LARGE_BYTES = 10 * 1024 * 1024
const OLD_SECONDS = 301

export const webhookFlood: Scenario = {
  name: 'webhook-flood',
  title: 'forged, old, truncated, unsigned and oversized events by the thousand, while visitors shop',
  async run(context) {
    const { findings, count, time } = context
    const { server, dataDir } = await startFresh(context, {
      environment: ENVIRONMENT,
      nodeOptions: ['--import', COUNTER],
    })
    const database = await joinDatabase(dataDir)
    context.cleanUp(() => database.close())
    const client = createClient(server.origin, { keepAlive: true })
    const pages = (await productIds(client)).flatMap((id) => [`/product/${id}`, `/api/products/${id}`])
    const forged = await forgedEvents(dataDir)

    const before = await statementsOf(server)
    await refuseEach(context, client, { forged, times: count(100, 20) })
    findings.none('statements that these sent to the database', await changesSince(server, before))

    const shop = (ms: number) => runShop(client, pages, ms)
    const ms = time(20_000, 4_000)
    await shop(ms / 4)
    const usual = await measureShop(context, 'visitors alone', shop(ms))
    const events = Object.values(forged)
    const few = flood(server.origin, events, { perSecond: FEW_PER_SECOND, ms })
    const meanwhile = await measureShop(context, `visitors, with ${FEW_PER_SECOND} events a second`, shop(ms))
    findings.note('events answered', (await few).perSecond, 'a second')
    const bound = (p99: number) => Math.max(p99 * SLOWER, p99 + MIN_DIFFERENCE_MS)
    findings.atMost(`p99 of visitors with ${FEW_PER_SECOND} events a second`, meanwhile, bound(usual), 'ms')

    const flooded = flood(server.origin, events, { perSecond: MANY_PER_SECOND, ms })
    const during = await measureShop(context, `visitors, with ${MANY_PER_SECOND} events a second`, shop(ms))
    const { perSecond, statuses, errors } = await flooded
    findings.note(`of ${MANY_PER_SECOND} events a second were answered`, perSecond, 'a second')
    findings.none(
      'events that were not refused with 400',
      [...statuses.keys()].filter((status) => status !== 400),
    )
    findings.atMost('connections that broke', errors, 0)
    // The load generator shares the CPUs, so the events are compared with as many refused requests of another kind.
    const refused = flood(server.origin, [UNSIGNED_IN], { perSecond: Math.max(1, Math.round(perSecond)), ms })
    const other = await measureShop(context, 'visitors, with as many requests that are refused with 401', shop(ms))
    findings.note('of these were answered', (await refused).perSecond, 'a second')
    findings.atMost('p99 of visitors with the events', during, bound(other), 'ms')
    findings.none('events that were stored', Array(await countEvents(database.db)).fill('an event'))
    findings.none('errors logged by the server', server.bugs)
    await checkRules(findings, database.db, dataDir)
    client.close()
  },
}

/** Refused with 401 for its missing session. */
const UNSIGNED_IN: FloodRequest = {
  method: 'POST',
  path: '/api/cart/items',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ product_id: 'PRD00001', quantity: 1, padding: 'x'.repeat(1_000) }),
}

/** Returns events that must be refused, by their fault. */
async function forgedEvents(dataDir: string): Promise<Record<string, FloodRequest>> {
  const secrets = await openSecrets(readConfig({ DATA_DIR: dataDir, ...ENVIRONMENT }, false))
  const secret = `whsec_${deriveKey(secrets, 'sandbox webhooks').toString('hex')}`
  const object = { id: 'pi_forged', object: 'payment_intent', metadata: {}, description: 'x'.repeat(1_000) }
  const event = { id: 'evt_forged', object: 'event', type: 'payment_intent.succeeded', data: { object } }
  const payload = JSON.stringify(event)
  const now = new Date()
  const old = new Date(now.getTime() - OLD_SECONDS * 1000)
  const signed = signEvent({ payload, secret, at: now })
  const send = (body: string, signature?: string): FloodRequest => ({
    method: 'POST',
    path: ADDRESS,
    body,
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
  })
  return {
    forged: send(payload, signed.replace(/v1=.*/, `v1=${'0'.repeat(64)}`)),
    old: send(payload, signEvent({ payload, secret, at: old })),
    truncated: send(payload.slice(0, -20), signed),
    'signed with another secret': send(payload, signEvent({ payload, secret: `whsec_${'0'.repeat(64)}`, at: now })),
    unsigned: send(payload),
    'of nothing': send('', signed),
  }
}

async function refuseEach(
  { findings }: Context,
  client: Client,
  { forged, times }: { forged: Record<string, FloodRequest>; times: number },
): Promise<void> {
  for (const [kind, { path, ...request }] of Object.entries(forged)) {
    const wrong: string[] = []
    for (let sent = 0; sent < times; sent++) {
      const { status, text, failure } = await client.send(path, { ...request, body: Buffer.from(request.body) })
      if (status !== 400 || text !== '') wrong.push(`${failure ?? status} ${text.slice(0, 100)}`)
    }
    findings.none(`events ${kind}, of ${times}, that got more than an empty 400`, wrong)
  }
  const large = { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(TOO_LARGE_BYTES) }
  const { status, failure } = await client.send(ADDRESS, large)
  // The server may close the connection while the body is still being sent.
  const isRefused = status === 413 || failure === 'EPIPE' || failure === 'ECONNRESET'
  findings.none('events of 10 MB that were not refused', isRefused ? [] : [failure ?? status])
}

/** Returns the number of statements that requests have sent so far. */
async function statementsOf(server: Server): Promise<number> {
  const printed = server.untilPrinted('statements of requests: ', 10_000)
  server.child.kill('SIGALRM')
  await printed
  const line = server.lines.findLast((text) => text.startsWith('statements of requests: '))
  return Number(line?.split(': ')[1])
}

async function changesSince(server: Server, before: number): Promise<string[]> {
  const after = await statementsOf(server)
  return Array(after - before).fill('a statement')
}

function runShop(client: Client, pages: readonly string[], ms: number) {
  let next = 0
  return runClosedLoop(() => client.send(pages[next++ % pages.length] ?? '/'), VISITORS, ms)
}

/** Records the rate of visitors; returns the p99 of their responses, in milliseconds. */
async function measureShop({ findings }: Context, what: string, running: ReturnType<typeof runShop>): Promise<number> {
  const load = await running
  const p99 = percentile(responseTimes(load, 'served'), 99)
  findings.note(
    what,
    `${Math.round(load.responses.length / load.seconds)} responses a second, p99 ${p99.toFixed(1)} ms`,
  )
  findings.none(`${what}: failures`, [...failures(load), ...responseTimes(load, 'shed')])
  return p99
}

interface FloodRequest {
  method: 'POST'
  path: string
  headers: Record<string, string>
  body: string
}

/** The responses to a flood. */
interface Flood {
  perSecond: number
  /** Number of responses by status. */
  statuses: Map<number, number>
  /** Broken connections. */
  errors: number
}

const CONNECTIONS = 32

/** Sends these requests in turn from a separate thread, at most `perSecond`. */
async function flood(
  origin: string,
  requests: FloodRequest[],
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<Flood> {
  const result = await autocannon({
    url: origin,
    requests,
    connections: CONNECTIONS,
    workers: 1,
    overallRate: perSecond,
    duration: ms / 1000,
  })
  const statuses = new Map(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [Number(status), count ?? 0]),
  )
  const responses = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return { perSecond: responses / result.duration, statuses, errors: result.errors }
}
