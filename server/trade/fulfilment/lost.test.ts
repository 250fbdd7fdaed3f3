import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LOST_DAYS } from '../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import {
  type Answered,
  asSeller,
  orderOf,
  readAsBuyer,
  readAsSeller,
  sending,
} from '../../../tests/support/fulfilment.ts'
import type { TestProduct } from '../../../tests/support/products.ts'
import { asBuyer, paymentOf, sellerOrderOf } from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { OutboxMessage } from '../../pages/mail/outbox.ts'
import { systemClock } from '../../platform/config/clock.ts'
import { followOrders } from './follow-orders.ts'

let market: TestApp
let seller: TestAccount
let buyer: TestAccount
let admin: TestAccount
let lamp: TestProduct

beforeAll(async () => {
  market = await createTestApp({ config: { payments: 'sandbox', sandbox: 'calm' } })
  // Where the provider sends its events.
  await market.app.listen({ port: 0 })
  ;[seller, buyer, admin] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market), makeAdmin(market)])
  lamp = await buildStocked(market, seller, { set: 100 }, { product_name: 'lamp', product_price: 33.33 })
})
afterAll(async () => {
  expect(await brokenRules(market)).toEqual([])
  await market.close()
})

const onHand = async () => (await readStock(market, seller, lamp.product_id)).on_hand
const refundsOf = async (id: string) =>
  (await paymentOf(market, admin, id)).refunds.map(({ amount, reason }) => [amount, reason])

interface Way {
  order_id: string
  shipment_number: number | undefined
}

const patch = ({ order_id, shipment_number }: Way, body: object) =>
  call<Answered<FullSellerOrder>>(market, 'PATCH', `/api/seller/orders/${order_id}/shipments/${shipment_number}`, {
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
  return call<Answered<FullSellerOrder>>(market, 'PATCH', path, { as: admin, body: { revision, state } })
}

/** A package of some of three lamps, on its way. */
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

/** Sets since when packages are lost, and runs the job, twice at once as two processes do. */
async function follow({ shipment_number }: Way, since: { days: number; minutes: number }): Promise<void> {
  const lostAt = sql`now() - make_interval(days => ${since.days}, mins => ${since.minutes})`
  await sql`update shipments set lost_at = ${lostAt} where shipment_number = ${shipment_number}`.execute(market.db)
  await Promise.all([0, 1].map(() => followOrders({ db: market.db, clock: systemClock })))
}

test('units of a lost package are sent again, with new days to send them', async () => {
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
  // The first one cannot come any more, nor go back.
  for (const state of ['lost', 'resent', 'refunded', 'delivered'])
    expect((await change(way, state)).body.code).toBe('wrong_state')
  expect((await changeAsAdmin(way, 'voided')).body.code).toBe('wrong_state')
})

test('the money for a lost package goes back, and its units go to no stock', async () => {
  const way = await lost()
  const before = await onHand()
  const { body } = await change(way, 'refunded')
  expect(body).toMatchObject({
    state: 'confirmed',
    cancelled_goods: 66.66,
    lines: [{ sent: 0, cancelled: 2 }],
    shipments: [{ state: 'refunded' }],
  })
  expect([await onHand(), await refundsOf(way.order_id)]).toEqual([before, [[66.66, 'cancelled']]])
  for (const state of ['lost', 'resent', 'refunded', 'delivered', 'voided'])
    expect((await change(way, state)).body.code).toBe('wrong_state')
  const { events } = await readAsBuyer(market, buyer, way.order_id)
  expect(events.find(({ kind }) => kind === 'cancelled')?.facts).toMatchObject({ reason: 'lost', units: 2 })
})

test('of two choices at once one is done', async () => {
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
    expect(await refundsOf(way.order_id)).toEqual(isRefunded ? [[66.66, 'cancelled']] : [])
  }
})

test(`without a choice in ${LOST_DAYS} days it is refunded once, not before, and both sides learn of it`, async () => {
  const way = await lost()
  await follow(way, { days: LOST_DAYS, minutes: -5 })
  expect(await refundsOf(way.order_id)).toEqual([])
  await follow(way, { days: LOST_DAYS, minutes: 0 })
  await follow(way, { days: LOST_DAYS + 1, minutes: 0 })
  expect(await refundsOf(way.order_id)).toEqual([[66.66, 'cancelled']])
  expect((await sellerOrderOf(market, buyer, way.order_id)).shipments).toMatchObject([{ state: 'refunded' }])

  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
  const told = async ({ email }: TestAccount) => {
    const outbox = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
    return outbox
      .json<{ messages: OutboxMessage[] }>()
      .messages.flatMap(({ message }) => (message.channel === 'mail' && message.to === email ? [message.text] : []))
      .filter((text) => text.includes(way.order_id))
      .join('\n')
  }
  await vi.waitFor(async () => expect(await told(buyer)).toContain('were lost on the way and cancelled'), {
    timeout: 20_000,
  })
  expect(await told(buyer)).toContain(`A package of your order ${way.order_id} is lost. Within ${LOST_DAYS} days`)
  expect(await told(buyer)).not.toContain('did not answer')
  const { rows } = await sql<{ user_id: string; kind: string }>`
    select user_id, kind from notifications where facts ->> 'order_id' = ${way.order_id}`.execute(market.db)
  const kindsOf = ({ user_id }: TestAccount) => rows.filter((row) => row.user_id === user_id).map(({ kind }) => kind)
  expect(kindsOf(buyer)).toEqual(expect.arrayContaining(['package_lost', 'part_cancelled']))
  expect(kindsOf(seller)).toContain('seller_order_cancelled')
  expect(kindsOf(admin)).toEqual([])
})

test('one that comes after all has come, also while it is to be sent again', async () => {
  for (const choice of ['lost', 'resent']) {
    const way = await lost(3)
    if (choice === 'resent') await change(way, choice)
    const { revision } = await sellerOrderOf(market, buyer, way.order_id)
    const path = `/api/orders/${way.order_id}/shipments/${way.shipment_number}/received`
    const came = await call(market, 'POST', path, { as: buyer, body: { revision } })
    expect(came.body).toMatchObject({ state: 'delivered', lines: [{ sent: 3 }], shipments: [{ state: 'delivered' }] })
  }
})

test('what the buyer asks to return is not lost, and admins choose like the seller, who is asked to', async () => {
  const way = await onItsWay(3)
  const { revision } = await sellerOrderOf(market, buyer, way.order_id)
  const asked = { revision, lines: [{ line_number: 1, quantity: 1 }], reason: 'damaged' }
  expect((await asBuyer(market, buyer, way.order_id, 'returns', asked)).status).toBe(200)
  expect((await change(way, 'lost')).body.code).toBe('wrong_state')

  const other = await onItsWay()
  expect((await changeAsAdmin(other, 'lost')).status).toBe(200)
  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
  const asksSeller = async () => {
    const { rows } = await sql`
      select from notifications where user_id = ${seller.user_id} and kind = 'lost_to_decide'`.execute(market.db)
    return rows.length
  }
  await vi.waitFor(async () => expect(await asksSeller()).toBe(1), { timeout: 20_000 })
  expect((await changeAsAdmin(other, 'refunded')).body).toMatchObject({ shipments: [{ state: 'refunded' }] })
})
