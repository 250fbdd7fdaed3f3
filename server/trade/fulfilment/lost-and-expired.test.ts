import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { LOST_DAYS, SEND_BACK_DAYS } from '../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import { MAX_ON_HAND } from '../../../shared/stock/constants.ts'
import type { TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import * as fulfilment from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from '../../../tests/support/open-for-tests.ts'
import * as outbox from '../../../tests/support/outbox.ts'
import * as returns from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, putStock, readStock } from '../../../tests/support/stock.ts'
import { systemClock } from '../../platform/config/clock.ts'
import { followOrders } from './follow-orders.ts'

const { asSeller, cancelUnits, orderOf, readAsBuyer, readAsSeller, sending } = fulfilment
const { accepted, asBuyer, askedFor, cameBack, delivered, paymentOf, sellerOrderOf, takenBack } = returns
type Answered = fulfilment.Answered<FullSellerOrder>

const market = await openForTests({ config: PAID, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, buyer, admin] = await signUpAll(market, 'seller', 'buyer', 'admin')
const lamp = await buildStocked(market, seller, { set: 100 }, { product_name: 'lamp', product_price: 33.33 })

const onHand = async () => (await readStock(market, seller, lamp.product_id)).on_hand
const refundsOf = async (id: string) => (await paymentOf(market, admin, id)).refunds
/** Returns the joined texts of the mails to an account about an order. */
const mailsTo = async (who: TestAccount, orderId: string) =>
  (await outbox.mailsTo(market, who)).flatMap(({ text }) => (text.includes(orderId) ? text : [])).join('\n')
/** Ages all events by two minutes, so that they are announced. */
const age = () => sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
/** Runs the job twice concurrently, like two processes. */
const followTwice = () => Promise.all([0, 1].map(() => followOrders({ db: market.db, clock: systemClock })))

interface Way {
  order_id: string
  shipment_number: number | undefined
}

const patch = ({ order_id, shipment_number }: Way, body: object) =>
  call<Answered>(market, 'PATCH', `/api/seller/orders/${order_id}/shipments/${shipment_number}`, {
    as: seller,
    body,
  })
const change = async (way: Way, state: string) => {
  const { revision } = await readAsSeller(market, seller, way.order_id)
  return patch(way, { revision, state })
}
const changeAsAdmin = async ({ order_id, shipment_number }: Way, state: string) => {
  const { revision } = await readAsSeller(market, seller, order_id)
  const path = `/api/admin/orders/${order_id}/seller-orders/1/shipments/${shipment_number}`
  return call<Answered>(market, 'PATCH', path, { as: admin, body: { revision, state } })
}

/** Sends a package with some of three ordered lamps. */
async function onItsWay(units = 2): Promise<Way> {
  const { order_id } = await orderOf(market, buyer, [[lamp, 3]])
  const { body } = await asSeller(market, seller, order_id, 'shipments', sending(1, [[1, units]]))
  return { order_id, shipment_number: body.shipments[0]?.shipment_number }
}

async function lost(units = 2): Promise<Way> {
  const way = await onItsWay(units)
  expect((await change(way, 'lost')).status).toBe(200)
  return way
}

/** Sets when a package was lost, and runs the job. */
async function followLost({ shipment_number }: Way, since: { days: number; minutes: number }): Promise<void> {
  const lostAt = sql`now() - make_interval(days => ${since.days}, mins => ${since.minutes})`
  await sql`update shipments set lost_at = ${lostAt} where shipment_number = ${shipment_number}`.execute(market.db)
  await followTwice()
}

const REFUND = expect.objectContaining({ amount: 66.66, reason: 'cancelled' })

test('units of a lost package are resent, with a new ship-by day', async () => {
  const way = await lost(3)
  await sql`update seller_orders set ship_by = '2020-01-01', reminded = 2
    where order_number = ${Number(way.order_id.slice(3))}`.execute(market.db)
  const before = await onHand()
  const { status, body } = await change(way, 'resent')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 'confirmed',
    lines: [{ sent: 0, cancelled: 0 }],
    shipments: [{ state: 'resent' }],
  })
  expect((body.ship_by ?? '') > new Date().toISOString().slice(0, 10)).toBe(true)
  expect([await onHand(), await refundsOf(way.order_id)]).toEqual([before, []])
  const again = await asSeller(market, seller, way.order_id, 'shipments', sending(body.revision, [[1, 3]]))
  expect(again.body).toMatchObject({ state: 'shipped', lines: [{ sent: 3 }] })
  // The first package can no longer arrive, nor change its state.
  for (const state of ['lost', 'resent', 'refunded', 'delivered'])
    expect((await change(way, state)).body.code).toBe('wrong_state')
  expect((await changeAsAdmin(way, 'voided')).body.code).toBe('wrong_state')
})

test('a lost package is refunded, and its units are not restocked', async () => {
  const way = await lost()
  const before = await onHand()
  const { body } = await change(way, 'refunded')
  expect(body).toMatchObject({
    state: 'confirmed',
    cancelled_goods: 66.66,
    lines: [{ sent: 0, cancelled: 2 }],
    shipments: [{ state: 'refunded' }],
  })
  expect([await onHand(), await refundsOf(way.order_id)]).toEqual([before, [REFUND]])
  for (const state of ['lost', 'resent', 'refunded', 'delivered', 'voided'])
    expect((await change(way, state)).body.code).toBe('wrong_state')
  const { events } = await readAsBuyer(market, buyer, way.order_id)
  expect(events.find(({ kind }) => kind === 'cancelled')?.facts).toMatchObject({ reason: 'lost', units: 2 })
})

test('of two concurrent decisions one is applied', async () => {
  for (const pair of [
    ['refunded', 'refunded'],
    ['resent', 'resent'],
    ['refunded', 'resent'],
  ]) {
    const way = await lost()
    const { revision } = await readAsSeller(market, seller, way.order_id)
    const done = await Promise.all(pair.map((state) => patch(way, { revision, state })))
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { lines, shipments } = await readAsSeller(market, seller, way.order_id)
    const isRefunded = shipments[0]?.state === 'refunded'
    expect(lines).toMatchObject([{ sent: 0, cancelled: isRefunded ? 2 : 0 }])
    expect(await refundsOf(way.order_id)).toEqual(isRefunded ? [REFUND] : [])
  }
})

test(`without a decision it is refunded once after ${LOST_DAYS} days, and both sides are notified`, async () => {
  const way = await lost()
  await followLost(way, { days: LOST_DAYS, minutes: -5 })
  expect(await refundsOf(way.order_id)).toEqual([])
  await followLost(way, { days: LOST_DAYS, minutes: 0 })
  await followLost(way, { days: LOST_DAYS + 1, minutes: 0 })
  expect(await refundsOf(way.order_id)).toEqual([REFUND])
  expect((await sellerOrderOf(market, buyer, way.order_id)).shipments).toMatchObject([{ state: 'refunded' }])

  await age()
  await expect.poll(() => mailsTo(buyer, way.order_id)).toContain('were lost on the way and cancelled')
  expect(await mailsTo(buyer, way.order_id)).toContain(
    `or refund you within ${LOST_DAYS} days; otherwise we refund you.`,
  )
  expect(await mailsTo(buyer, way.order_id)).not.toContain('did not answer')
  const { rows } = await sql<{ user_id: string; kind: string }>`
    select user_id, kind from notifications where facts ->> 'order_id' = ${way.order_id}`.execute(market.db)
  const kindsOf = ({ user_id }: TestAccount) => rows.filter((row) => row.user_id === user_id).map(({ kind }) => kind)
  expect(kindsOf(buyer)).toEqual(expect.arrayContaining(['package_lost', 'part_cancelled']))
  expect(kindsOf(seller)).toContain('seller_order_cancelled')
  expect(kindsOf(admin)).toEqual([])
})

test('an order that cannot be changed does not keep the time limits from others', async () => {
  const [broken, way] = [await lost(), await lost()]
  const poison = `alter table shipments add constraint poison check (state <> 'refunded' or shipment_number <> `
  await sql.raw(`${poison} ${broken.shipment_number}) not valid`).execute(market.db)
  await sql`update shipments set lost_at = now() - make_interval(days => ${LOST_DAYS + 1})
    where state = 'lost'`.execute(market.db)
  await expect(followOrders({ db: market.db, clock: systemClock })).rejects.toThrow('some orders')
  expect([await refundsOf(broken.order_id), await refundsOf(way.order_id)]).toEqual([[], [REFUND]])
  await sql`alter table shipments drop constraint poison`.execute(market.db)
})

test('cancelled units come back to a stock that has as many as a seller may enter', async () => {
  const full = await buildStocked(market, seller, { set: MAX_ON_HAND })
  const { order_id } = await orderOf(market, buyer, [[full, 5]])
  await putStock(market, seller, full.product_id, { counted: true, set: MAX_ON_HAND })
  await cancelUnits(market, seller, order_id, [[1, 5]])
  const changed = { counted: true, set: MAX_ON_HAND + 5, seen: MAX_ON_HAND + 5, low_at: 3 }
  expect((await putStock(market, seller, full.product_id, changed)).status).toBe(400)
  const { body } = await putStock(market, seller, full.product_id, { counted: true, low_at: 3 })
  expect(body).toMatchObject({ on_hand: MAX_ON_HAND + 5, low_at: 3 })
  expect((await putStock(market, seller, full.product_id, { ...changed, set: 7 })).body).toMatchObject({ on_hand: 7 })
})

test('a lost package that arrives after all is delivered, even while its units wait to be resent', async () => {
  for (const choice of ['lost', 'resent']) {
    const way = await lost(3)
    if (choice === 'resent') await change(way, choice)
    const { revision } = await sellerOrderOf(market, buyer, way.order_id)
    const path = `/api/orders/${way.order_id}/shipments/${way.shipment_number}/received`
    const came = await call(market, 'POST', path, { as: buyer, body: { revision } })
    expect(came.body).toMatchObject({ state: 'delivered', lines: [{ sent: 3 }], shipments: [{ state: 'delivered' }] })
  }
})

test('units in a return cannot be lost; admins can decide in place of the seller, who is notified', async () => {
  const way = await onItsWay(3)
  const { revision } = await sellerOrderOf(market, buyer, way.order_id)
  const asked = { revision, lines: [{ line_number: 1, quantity: 1 }], reason: 'damaged' }
  expect((await asBuyer(market, buyer, way.order_id, 'returns', asked)).status).toBe(200)
  expect((await change(way, 'lost')).body.code).toBe('wrong_state')

  const other = await onItsWay()
  expect((await changeAsAdmin(other, 'lost')).status).toBe(200)
  await age()
  const asksSeller = async () => {
    const { rows } = await sql`
      select from notifications where user_id = ${seller.user_id} and kind = 'lost_to_decide'`.execute(market.db)
    return rows.length
  }
  await expect.poll(asksSeller).toBe(1)
  expect((await changeAsAdmin(other, 'refunded')).body).toMatchObject({ shipments: [{ state: 'refunded' }] })
})

const sides = () => ({ buyer, seller })
const sellerOrder = (id: string) => sellerOrderOf(market, buyer, id)
const amountsOf = async (id: string) => (await refundsOf(id)).map(({ amount }) => amount)
const receive = async (id: string, returnNumber: number, units: number, resalable = units) => {
  const { revision } = await readAsSeller(market, seller, id)
  return asSeller(market, seller, id, `returns/${returnNumber}/received`, cameBack(revision, [[1, units, resalable]]))
}
const statesOf = async (id: string) => (await sellerOrder(id)).returns.map(({ state }) => state)

/** Makes an accepted return of some of three lamps. */
async function acceptedReturn(units: number) {
  const id = await delivered(market, sides(), [[lamp, 3]])
  const { return_number } = await askedFor(market, sides(), id, [[1, units]])
  await accepted(market, seller, id, { return_number })
  return { id, return_number }
}

/** Sets when the returns of an order were accepted, and runs the job. */
async function followReturns(id: string, { days, minutes }: { days: number; minutes: number }): Promise<void> {
  await sql`update order_returns set requested_at = now() - interval '90 days',
      answered_at = now() - make_interval(days => ${days}, mins => ${minutes})
    where state = 'accepted' and order_number = ${Number(id.slice(3))}`.execute(market.db)
  await followTwice()
}

test('an accepted return that is not sent in time expires once without a refund, and both sides are notified', async () => {
  const { id } = await acceptedReturn(2)
  const before = await onHand()
  const [open] = (await sellerOrder(id)).returns
  const accepting = Date.parse(open?.answered_at ?? '')
  expect(open?.send_until).toBe(endOfDay(new Date(accepting + SEND_BACK_DAYS * 86_400_000)).toISOString())
  await followReturns(id, { days: SEND_BACK_DAYS, minutes: -1 })
  expect(await statesOf(id)).toEqual(['accepted'])
  // The database's time has microseconds, the server's has none: at the same millisecond a return may not be due yet.
  await followReturns(id, { days: SEND_BACK_DAYS + 1, minutes: 1 })
  await followReturns(id, { days: SEND_BACK_DAYS + 1, minutes: 1 })
  const ended = await sellerOrder(id)
  expect(ended).toMatchObject({
    state: 'delivered',
    revision: 6,
    lines: [{ returnable: 3, returned_units: 0 }],
    returns: [{ state: 'expired', expired_at: expect.any(String), send_until: null, refunded: null }],
  })
  const { events } = await readAsBuyer(market, buyer, id)
  expect(events.filter(({ kind }) => kind === 'return_expired').map(({ by_role }) => by_role)).toEqual(['system'])
  expect([await onHand(), await amountsOf(id)]).toEqual([before, []])

  await age()
  await expect.poll(() => mailsTo(buyer, id)).toContain('ended without a refund')
  await expect.poll(() => mailsTo(seller, id)).toContain('the buyer did not send it in time')
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where facts ->> 'change' = 'return_expired'`.execute(market.db)
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([buyer.user_id, seller.user_id].toSorted())
})

test('a return that is in transit, unanswered or received does not expire', async () => {
  const { id, return_number } = await acceptedReturn(1)
  const { revision } = await sellerOrder(id)
  await asBuyer(market, buyer, id, `returns/${return_number}/sent`, { revision, carrier: 'DHL' })
  await takenBack(market, sides(), id, [[1, 1, 0]])
  await askedFor(market, sides(), id, [[1, 1]])
  await followReturns(id, { days: 80, minutes: 0 })
  expect(await statesOf(id)).toEqual(['accepted', 'received', 'requested'])
})

test('an expired return that arrives is refunded, unless its units are in another return by now', async () => {
  const { id, return_number } = await acceptedReturn(3)
  await followReturns(id, { days: SEND_BACK_DAYS + 1, minutes: 1 })
  const stale = await sellerOrder(id)
  const late = await asBuyer(market, buyer, id, `returns/${return_number}/sent`, {
    revision: stale.revision,
    carrier: 'DHL',
  })
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  await takenBack(market, sides(), id, [[1, 1, 0]])
  await askedFor(market, sides(), id, [[1, 1]])
  const tooMany = await receive(id, return_number, 2)
  expect([tooMany.status, tooMany.body.code, tooMany.body.details?.left]).toEqual([409, 'not_returnable', 1])
  const before = await onHand()
  expect((await receive(id, return_number, 1)).body.returns[0]).toMatchObject({ state: 'received', refunded: 33.33 })
  expect([await onHand(), await amountsOf(id)]).toEqual([before + 1, [33.33, 33.33]])
  expect((await receive(id, return_number, 1)).body.code).toBe('wrong_state')
})
