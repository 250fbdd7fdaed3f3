import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteBatches } from '../server/platform/jobs/delete-expired.ts'
import { closeServer, listen } from '../tests/support/loopback.ts'
import { openSandboxBench, type SandboxBench, WEBHOOK_SECRET } from '../tests/support/sandbox.ts'
import { eventSchedule } from './books.ts'
import { expiredSandboxRows } from './sandbox.ts'

let status = 200
/** The events that have arrived with valid signatures. */
let arrived: Stripe.Event[] = []
const bench = await openSandboxBench()
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const at = Math.floor(bench.now().getTime() / 1000)
  const signature = String(request.headers['stripe-signature'])
  try {
    const content = Buffer.concat(chunks)
    arrived.push(Stripe.webhooks.constructEvent(content, signature, WEBHOOK_SECRET, 300, undefined, at * 1000))
    response.writeHead(status).end()
  } catch {
    response.writeHead(400).end()
  }
})
const origin = await listen(server)
afterAll(() => closeServer(server))
beforeEach(() => {
  arrived = []
  status = 200
})

const start = (options: Parameters<SandboxBench['start']>[0] = {}) =>
  bench.start({ webhookUrl: () => `${origin}/`, ...options })

function pay(stripe: Stripe, payment_method = 'pm_card_visa') {
  return stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', confirm: true, payment_method })
}

/** Three events of one payment. */
async function payAndRefund(stripe: Stripe): Promise<string> {
  const { id } = await pay(stripe)
  await stripe.refunds.create({ payment_intent: id })
  return id
}
const intentOf = ({ data: { object } }: Stripe.Event) =>
  object.object === 'payment_intent' ? object.id : String((object as Stripe.Refund).payment_intent)

/** A generator whose numbers look random and are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('calm mode delivers the events of several processes once, signed, and in order for each payment', async () => {
  const all = Array.from({ length: 8 }, () => start())
  const ids = await Promise.all(all.map(({ stripe }) => payAndRefund(stripe)))
  // One at a time, as the queue runs the task.
  let attempts = 0
  for (const { sandbox } of all) attempts += await sandbox.deliverEvents()
  expect(attempts).toBe(24)
  for (const id of ids) {
    const types = arrived.filter((event) => intentOf(event) === id).map(({ type }) => type)
    expect(types).toEqual(['payment_intent.succeeded', 'refund.created', 'charge.refunded'])
  }
  const written = (await bench.events()).map(({ event_id }) => event_id)
  expect(arrived.map(({ id }) => id).toSorted()).toEqual(written.toSorted())
  expect(await start().sandbox.deliverEvents()).toBe(0)
})

test('a refused event is retried after 1 s, 5 s, 30 s, 5 min, 1 h and 24 h, then given up', async () => {
  const { sandbox, stripe } = start()
  const { id } = await pay(stripe)
  status = 500
  expect(await sandbox.deliverEvents()).toBe(1)
  for (const seconds of [1, 5, 30, 5 * 60, 3600, 24 * 3600]) {
    bench.pass(seconds - 0.001)
    expect(await sandbox.deliverEvents()).toBe(0)
    bench.pass(0.001)
    expect(await sandbox.deliverEvents()).toBe(1)
  }
  bench.pass(30 * 24 * 3600)
  expect(await sandbox.deliverEvents()).toBe(0)
  expect(arrived.map(intentOf)).toEqual(Array.from({ length: 7 }, () => id))
})

test('events that a receiver missed arrive when it is back; later events do not wait for them', async () => {
  const away = start({ webhookUrl: () => 'http://127.0.0.1:9/' })
  await payAndRefund(away.stripe)
  expect(await away.sandbox.deliverEvents()).toBe(3)
  expect(arrived).toEqual([])
  bench.pass(1)
  expect(await start().sandbox.deliverEvents()).toBe(3)
  expect(arrived).toHaveLength(3)
})

test('events of a process that dies while delivering are taken over by others a minute later', async () => {
  let isDead = false
  const clock = () => {
    if (isDead) throw new Error('the process died')
    return bench.now()
  }
  const webhookUrl = () => {
    isDead = true
    return 'http://127.0.0.1:9/'
  }
  const dying = start({ clock, webhookUrl })
  await pay(dying.stripe)
  await expect(dying.sandbox.deliverEvents()).rejects.toThrow('the process died')
  bench.pass(59)
  expect(await start().sandbox.deliverEvents()).toBe(0)
  bench.pass(1)
  expect(await start().sandbox.deliverEvents()).toBe(1)
  expect(arrived).toHaveLength(1)
})

test('the controls send an event again, and those of the last hour in reverse order', async () => {
  const { sandbox, stripe } = start()
  await payAndRefund(stripe)
  await sandbox.deliverEvents()
  const [first, second, third] = arrived
  arrived = []
  expect(await sandbox.sendEventAgain(second?.id ?? '')).toBe(true)
  expect(await sandbox.sendEventAgain('evt_none')).toBe(false)
  await sandbox.deliverEvents()
  expect(arrived).toEqual([second])
  arrived = []
  bench.pass(3600)
  expect(await sandbox.sendLastHourReversed()).toBe(3)
  await sandbox.deliverEvents()
  expect(arrived).toEqual([third, second, first])
  bench.pass(1)
  expect(await sandbox.sendLastHourReversed()).toBe(0)
})

test('the delivery job is woken when there may be events', async () => {
  let calls = 0
  const counted = start({ onEvents: () => calls++ })
  const { id } = await pay(counted.stripe)
  expect(calls).toBe(1)
  await counted.stripe.paymentIntents.retrieve(id)
  await counted.sandbox.advance()
  expect(calls).toBe(1)
  await counted.sandbox.openDispute(id)
  expect(calls).toBe(2)
})

test('idempotency keys are stored for a day, events and their pending deliveries for 30', async () => {
  const { stripe, sandbox } = start()
  const create = () => stripe.paymentIntents.create({ amount: 50, currency: 'usd' }, { idempotencyKey: 'a' })
  const first = await create()
  await pay(stripe)
  const cleanUp = () => deleteBatches({ db: bench.db, clock: bench.now, expired: expiredSandboxRows })
  bench.pass(24 * 3600 - 1)
  await cleanUp()
  expect((await create()).id).toBe(first.id)
  bench.pass(2)
  await cleanUp()
  expect((await create()).id).not.toBe(first.id)
  expect(await bench.events()).toHaveLength(1)
  bench.pass(29 * 24 * 3600)
  await cleanUp()
  expect(await bench.events()).toEqual([])
  expect(await sandbox.deliverEvents()).toBe(0)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(3)
})

test('a rough sandbox loses, repeats and reorders events, the same ones for the same seed', async () => {
  const { sandbox, stripe } = start({ mode: 'rough', random: numbersFrom(7) })
  for (let payments = 0; payments < 20; payments++) await payAndRefund(stripe)
  for (let seconds = 0; seconds < 90; seconds++) {
    await sandbox.deliverEvents()
    bench.pass(1)
  }
  const written = (await bench.events()).map(({ event_id }) => event_id)
  const times = (id: string) => arrived.filter((event) => event.id === id).length
  expect(written).toHaveLength(60)
  expect(written.filter((id) => times(id) === 0).length).toBeGreaterThan(0)
  expect(written.filter((id) => times(id) === 2).length).toBeGreaterThan(5)
  expect(written.filter((id) => times(id) > 2)).toEqual([])
  const firstArrivals = [...new Set(arrived.map(({ id }) => id))]
  expect(firstArrivals).not.toEqual(written.filter((id) => times(id) > 0))
})

test.each([
  ['calm', 0, 0, 0, 0, 0],
  ['mild', 200, 1_500, 0.1, 0.1, 0],
  ['rough', 0, 30_000, 0.3, 0.3, 0.05],
] as const)(
  '%s: arrivals are between %i and %i ms late, and duplicated, reordered or lost at the configured rates',
  (mode, minMs, maxMs, twice, outOfOrder, never) => {
    const schedule = eventSchedule(mode, numbersFrom(1))
    const drawn = Array.from({ length: 20_000 }, schedule)
    const share = (isCounted: (arrivals: (typeof drawn)[number]) => boolean) => drawn.filter(isCounted).length / 20_000
    expect(share((arrivals) => arrivals.length === 0)).toBeCloseTo(never, 1.5)
    expect(share((arrivals) => arrivals.length === 2)).toBeCloseTo(twice * (1 - never), 1.5)
    expect(share(([first]) => first?.inOrder === false)).toBeCloseTo(outOfOrder * (1 - never), 1.5)
    const inOrder = drawn.flatMap(([first]) => (first?.inOrder ? [first.delayMs] : []))
    expect(Math.min(...inOrder)).toBeGreaterThanOrEqual(minMs)
    expect(Math.max(...inOrder)).toBeLessThanOrEqual(maxMs)
    const mean = inOrder.reduce((sum, delay) => sum + delay, 0) / inOrder.length
    expect(Math.abs(mean - (minMs + maxMs) / 2)).toBeLessThanOrEqual(maxMs / 50)
  },
)
