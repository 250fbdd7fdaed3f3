import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { promiseOf } from '../shared/delivery/promise.ts'
import { fulfilmentErrors } from '../shared/fulfilment/errors.ts'
import { chargesLeft } from '../shared/fulfilment/rules.ts'
import { dayOf } from '../shared/kernel/calendar.ts'
import type { OrderList } from '../shared/orders/schema.ts'
import type { AdminStats } from '../shared/stats/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call, refusedWith } from './support/api.ts'
import { type Corruptions, corruptionsOf, expectBroken } from './support/broken-rule.ts'
import { openDeliveries, to } from './support/deliveries.ts'
import { addMethod } from './support/delivery.ts'
import {
  asSeller,
  cancelUnits,
  orderOf,
  readAsBuyer,
  readAsSeller,
  receiveFirst,
  sendUnits,
  unitsOf,
} from './support/fulfilment.ts'
import { openForTests, PAID, stoppedClock } from './support/open-for-tests.ts'
import { mailsTo } from './support/outbox.ts'
import { actOnPayment, refund } from './support/payments.ts'
import { buildProduct } from './support/products.ts'
import { accepted, askedFor, paymentOf, takenBack } from './support/returns.ts'
import { brokenRules } from './support/stock.ts'

const clock = stoppedClock()
const market = await openForTests({ config: PAID, deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const { seller, rival, admin, lamp, file, vase, chosen, backFor } = await openDeliveries(market)
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})
const sides = () => ({ buyer, seller })
const BOTH = [
  [lamp, 1],
  [vase, 1],
] as const

/** Orders lamps to Germany; returns the id. */
async function lampsBy(method: string, units: number): Promise<string> {
  return (await orderOf(market, buyer, [[lamp, units]], { ...to('DE'), delivery: chosen(method) })).order_id
}

test('a seller adds delivery to a cancellation or a return, at most what is left of it', async () => {
  const order_id = await lampsBy('Express', 4)
  const cancel = async (more: object) => {
    const { revision } = await readAsSeller(market, seller, order_id)
    return asSeller(market, seller, order_id, 'cancel', {
      revision,
      lines: unitsOf([[1, 1]]),
      reason: 'other',
      ...more,
    })
  }
  expect(await cancel({ delivery: 16.51 })).toMatchObject(
    refusedWith(409, 'delivery_refund_too_large', { details: { left: 16.5 } }),
  )
  expect(await cancel({ delivery: -1 })).toMatchObject({ status: 400 })
  expect((await cancel({ delivery: 2 })).status).toBe(200)
  expect(await backFor(order_id)).toEqual([1_000, 200])
  await sendUnits(market, seller, order_id, [[1, 3]])
  await receiveFirst(market, sides(), order_id)
  const asked = await askedFor(market, sides(), order_id, [[1, 1]])
  const { revision } = await accepted(market, seller, order_id, asked)
  const received = (delivery: number) =>
    asSeller(market, seller, order_id, `returns/${asked.return_number}/received`, {
      revision,
      delivery,
      lines: [{ line_number: 1, received: 1, resalable: 0 }],
    })
  expect(await received(14.51)).toMatchObject(
    refusedWith(409, 'delivery_refund_too_large', { details: { left: 14.5 } }),
  )
  expect((await received(1)).body.returns).toMatchObject([{ refunded: 11 }])
  // The added amount counts towards the cheapest delivery.
  await takenBack(market, sides(), order_id, [[1, 2, 0]])
  expect(await backFor(order_id)).toEqual([4_000, 490])
  expect((await readAsSeller(market, seller, order_id)).delivery).toMatchObject({ amount: 16.5, refunded: 4.9 })
})

test('an admin refunds goods first, or as much of the delivery as the request says, within what is left of each', async () => {
  const order_id = await lampsBy('Express', 1)
  const { payment_id, sellers } = await paymentOf(market, admin, order_id)
  expect(sellers).toMatchObject([{ left: 19, delivery_left: 9 }])
  const back = (body: object) => refund(market, admin, payment_id, { seller_id: seller.user_id, ...body })
  expect(await back({ amount: 10, delivery: 9.01 })).toMatchObject(
    refusedWith(409, 'delivery_refund_too_large', { details: { left: 9 } }),
  )
  expect(await back({ amount: 3, delivery: 3.01 })).toMatchObject(refusedWith(409, 'delivery_refund_too_large'))
  expect(await back({ amount: 12, delivery: 1 })).toMatchObject(
    refusedWith(409, 'refund_too_large', { details: { left: 11 } }),
  )
  const refund_id = crypto.randomUUID()
  for (const delivery of [4, 4]) expect((await back({ refund_id, amount: 6, delivery })).status).toBe(200)
  expect(await back({ refund_id, amount: 6, delivery: 3 })).toMatchObject(refusedWith(422, 'refund_reused'))
  expect(await backFor(order_id)).toEqual([200, 400])
  expect((await back({ amount: 9 })).status).toBe(200)
  expect(await backFor(order_id)).toEqual([1_000, 500])
  expect(await back({ amount: 4.01 })).toMatchObject(refusedWith(409, 'refund_too_large', { details: { left: 4 } }))
})

test('figures and spend leave out the delivery that goes back, and keep the rest', async () => {
  const read = async () => {
    const { body: all } = await call<AdminStats>(market, 'GET', '/api/admin/stats', { as: admin })
    const { body: own } = await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })
    return {
      net: all.soldSales - all.reversedSales,
      awaited: all.awaitedSales,
      spent: own.total_spend - own.reversed_spend,
    }
  }
  const before = await read()
  /** Expects dollars that all orders of the buyer are worth: paid for, and awaited. */
  const left = async (net: number, awaited = 0) => {
    const after = await read()
    expect(after.net - before.net).toBeCloseTo(net, 6)
    expect(after.awaited - before.awaited).toBeCloseTo(awaited, 6)
    expect(after.spent).toBeCloseTo(net + awaited, 6)
  }
  const setState = async (id: string, order_state: string) =>
    expect((await call(market, 'PATCH', `/api/admin/orders/${id}`, { as: admin, body: { order_state } })).status).toBe(
      200,
    )
  const both = { ...to('DE'), delivery: chosen('Express') }
  const { order_id } = await orderOf(market, buyer, BOTH, both)
  await left(10 + 9 + 33.3)
  await cancelUnits(market, seller, order_id, [[1, 1]])
  await left(33.3)
  await setState(order_id, 'cancelled')
  await left(0)
  await setState(order_id, 'pending')
  await left(33.3)
  // Of the dearer delivery of what came back the seller keeps the difference.
  const returned = await lampsBy('Express', 1)
  await sendUnits(market, seller, returned, [[1, 1]])
  await receiveFirst(market, sides(), returned)
  await left(33.3 + 19)
  await takenBack(market, sides(), returned, [[1, 1, 1]])
  await left(33.3 + 4.1)
  expect(chargesLeft(await readAsSeller(market, seller, returned))).toBe(4.1)
  const transfer = await orderOf(market, buyer, BOTH, { ...both, payment_method: 'bank_transfer' })
  await cancelUnits(market, seller, transfer.order_id, [[1, 1]])
  await left(33.3 + 4.1, 33.3)
  await sql`select rebuild_figures()`.execute(market.db)
  await left(33.3 + 4.1, 33.3)
})

test('a bank transfer starts the dispatch days and the promise; a hold restarts the days, not the promise', async () => {
  const page = (facts: object) =>
    market.db.updateTable('seller_pages').set(facts).where('seller_id', '=', seller.user_id).execute()
  const today = dayOf(clock())
  const away_until = dayOf(new Date(clock().getTime() + 4 * 86_400_000))
  await page({ dispatch_days: 2, away_until })
  const delivery = chosen('Post')
  const { order_id } = await orderOf(market, buyer, BOTH, { ...to('DE'), payment_method: 'bank_transfer', delivery })
  await page({ dispatch_days: null, away_until: null })
  const own = async () => {
    const { ship_by, delivery: promised } = await readAsSeller(market, seller, order_id)
    return [ship_by, promised?.arrives_from, promised?.arrives_to]
  }
  expect(await own()).toEqual([null, undefined, undefined])
  await cancelUnits(market, rival, order_id, [[2, 1]])
  const { payment_id, amount } = await paymentOf(market, admin, order_id)
  await actOnPayment(market, admin, payment_id, 'received', { amount, at: today })
  const { ship_by, ...arrives } = promiseOf(today, { dispatch_days: 2, away_until, days_from: 1, days_to: 3 })
  expect(await own()).toEqual([ship_by, ...Object.values(arrives)])
  // The other part was cancelled before the money came: goods and delivery go back.
  expect((await paymentOf(market, admin, order_id)).refunds).toMatchObject([{ amount: 33.3, delivery: 3.3 }])
  const all = { seller_id: seller.user_id, amount: 14.9 }
  await refund(market, admin, payment_id, all)
  expect((await readAsSeller(market, seller, order_id)).hold).toBe('refunded')
  expect(await own()).toEqual([null, ...Object.values(arrives)])
})

test('the absence of a seller without methods delays the day to ship by, also of a bank transfer', async () => {
  const absent = await signUp(market, { role: 'seller' })
  const pot = await buildProduct(market, { seller_id: absent.user_id })
  const away = { away_until: '2099-12-24' }
  await market.db.updateTable('seller_pages').set(away).where('seller_id', '=', absent.user_id).execute()
  const shipBy = async (id: string) => (await readAsSeller(market, absent, id)).ship_by
  expect(await shipBy((await orderOf(market, buyer, [[pot, 1]])).order_id)).toBe('2099-12-29')
  const { order_id } = await orderOf(market, buyer, [[pot, 1]], { ...to('DE'), payment_method: 'bank_transfer' })
  expect(await shipBy(order_id)).toBeNull()
  const { payment_id, amount } = await paymentOf(market, admin, order_id)
  await actOnPayment(market, admin, payment_id, 'received', { amount, at: dayOf(clock()) })
  expect(await shipBy(order_id)).toBe('2099-12-29')
})

test('goods to collect need no carrier and no address, are ready, then collected, and are a view of their own', async () => {
  const view = async () =>
    (await call(market, 'GET', '/api/seller/orders?view=pickup', { as: seller })).body as {
      orders: { order_id: string }[]
      counts: { pickup?: number }
    }
  const nowhere = { shipping_address: {}, payment_method: 'credit_card', delivery: chosen('World') }
  const { order_id: parcel } = await orderOf(market, buyer, [[lamp, 1]], nowhere)
  const { order_id } = await orderOf(market, buyer, [[lamp, 1]], {
    ...to('DE', { address: '' }),
    delivery: chosen('Counter'),
  })
  const before = (await view()).counts.pickup
  expect((await view()).orders.map((one) => one.order_id)).toContain(order_id)
  const sending = { revision: 1, request_id: crypto.randomUUID(), lines: unitsOf([[1, 1]]) }
  expect(await asSeller(market, seller, parcel, 'shipments', sending)).toMatchObject(
    refusedWith(400, 'invalid_request', { message: 'carrier: Choose or enter a carrier.' }),
  )
  expect(await asSeller(market, seller, parcel, 'shipments', { ...sending, carrier: 'DHL' })).toMatchObject(
    refusedWith(409, 'no_address'),
  )
  const ready = await asSeller(market, seller, order_id, 'shipments', {
    ...sending,
    request_id: crypto.randomUUID(),
    carrier: 'DHL',
  })
  expect(ready.body).toMatchObject({
    state: 'shipped',
    shipments: [{ state: 'sent', carrier: '', tracking_number: null }],
  })
  const mailed = (text: string) =>
    vi.waitFor(
      async () => expect((await mailsTo(market, buyer, order_id)).map((mail) => mail.text).join()).toContain(text),
      60_000,
    )
  clock.pass(2)
  await mailed('is ready to collect.')
  await mailed('1 Quay\n  Hamburg')
  // It may wait for longer than a parcel may be on its way.
  await sql`update shipments set sent_at = sent_at - interval '20 days'`.execute(market.db)
  const change = ({ revision, shipments }: typeof ready.body, body: object) =>
    call<typeof ready.body>(
      market,
      'PATCH',
      `/api/seller/orders/${order_id}/shipments/${shipments.at(-1)?.shipment_number}`,
      { as: seller, body: { revision, ...body } },
    )
  const back = (await change(ready.body, { state: 'voided' })).body
  const again = { ...sending, revision: back.revision, request_id: crypto.randomUUID() }
  const { body } = await asSeller(market, seller, order_id, 'shipments', again)
  expect(await change(body, { state: 'delivered', carrier: 'DHL' })).toMatchObject({
    body: { state: 'delivered', shipments: [{ state: 'voided' }, { state: 'delivered', carrier: '' }] },
  })
  expect((await view()).counts.pickup).toBe((before ?? 0) - 1 || undefined)
  clock.pass(2)
  await mailed('You have collected your order')
})

test('goods that need no delivery are delivered when they are sent, without an address', async () => {
  const { order_id } = await orderOf(market, buyer, [[file, 2]], {
    shipping_address: {},
    payment_method: 'credit_card',
  })
  await sendUnits(market, seller, order_id, [[1, 2]])
  const read = await readAsBuyer(market, buyer, order_id)
  expect(read).toMatchObject({ order_state: 'delivered', charges: [], deliveries: [{ kind: 'none', amount: 0 }] })
  expect(read.seller_orders).toMatchObject([{ state: 'delivered', shipments: [{ state: 'delivered', carrier: '' }] }])
  clock.pass(2)
  const delivered = async () => (await mailsTo(market, buyer, 'has delivered your order')).length
  await vi.waitFor(async () => expect(await delivered()).toBe(1), 60_000)
  expect(await mailsTo(market, buyer, 'has sent a package')).toEqual([])
})

const NO_STREET = { fullName: '', address: '', city: '', postalCode: '' }

const addAddress = (id: string, country: string) =>
  call(market, 'PUT', `/api/orders/${id}/shipping-address`, { as: buyer, body: to(country).shipping_address })

test('an address may be added in a country where only a cancelled seller order could not be delivered', async () => {
  const unaddressed = { shipping_address: {}, payment_method: 'credit_card', delivery: chosen('World') }
  const { order_id } = await orderOf(market, buyer, BOTH, unaddressed)
  expect(await addAddress(order_id, 'DE')).toMatchObject(refusedWith(409, 'other_destination'))
  await cancelUnits(market, seller, order_id, [[1, 1]])
  expect((await addAddress(order_id, 'DE')).status).toBe(200)
})

test('the address of a parcel stays in the destination that was paid for', async () => {
  const berlin = await addMethod(market, rival, { name: 'Berlin', destinations: ['DE:10'], price: 1 })
  const delivery = [...chosen('Post'), { seller: rival.user_id, method: berlin }]
  const { order_id } = await orderOf(market, buyer, BOTH, { ...to('DE'), delivery })
  const move = async (number: number, address: object) => {
    const revision = (await readAsBuyer(market, buyer, order_id)).seller_orders[number - 1]?.revision
    const body = { ...to('DE', address).shipping_address, revision }
    return call(market, 'PATCH', `/api/orders/${order_id}/seller-orders/${number}/address`, { as: buyer, body })
  }
  for (const country of ['France', 'Atlantis', ''])
    expect(await move(1, { country })).toMatchObject(
      refusedWith(409, 'other_destination', { details: { country: 'Germany', prefix: '' } }),
    )
  expect((await move(1, { country: 'Allemagne', postalCode: '80331' })).status).toBe(200)
  expect(await move(2, { postalCode: '80331' })).toMatchObject(
    refusedWith(409, 'other_destination', {
      message: fulfilmentErrors.other_destination.text({ country: 'Germany', prefix: '10' }),
    }),
  )
  expect((await move(2, { postalCode: 'D-10 999', country: 'GERMANY' })).status).toBe(200)
  // An address with nothing but a country is missing; what is added must be in the same country.
  const unaddressed = await orderOf(market, buyer, [[lamp, 1]], { ...to('DE', NO_STREET), delivery: chosen('Post') })
  expect(await addAddress(unaddressed.order_id, 'FR')).toMatchObject(refusedWith(409, 'other_destination'))
  expect((await addAddress(unaddressed.order_id, 'DE')).status).toBe(200)
  const collected = await orderOf(market, buyer, [[lamp, 1]], { ...to('DE'), delivery: chosen('Counter') })
  const path = `/api/orders/${collected.order_id}/seller-orders/1/address`
  const body = { ...to('FR').shipping_address, revision: 1 }
  expect((await call(market, 'PATCH', path, { as: buyer, body })).status).toBe(200)
})

const amountOff = `update order_charges set amount = amount + 1 where kind = 'delivery'`
const spoiled: Corruptions = {
  'charges and deliveries are those of sellers in the order': {
    'a charge of another seller': `insert into order_charges select order_number, 99, '${admin.user_id}', kind, amount from order_charges limit 1`,
  },
  'the delivery of a seller order is charged as it was promised': {
    'a charge a dollar off': amountOff,
    'a promise that is gone': `delete from order_deliveries`,
    'a charge that is gone': `delete from order_charges`,
  },
  'the promise of a delivery is complete': {
    'a method without its name': `update order_deliveries set name = ''`,
    'a paid delivery without a promise': `update order_deliveries set arrives_from = null, arrives_to = null`,
    'a promise of other days': `update order_deliveries set arrives_to = arrives_to + 1`,
    'a destination in another country': `update order_deliveries set country = 'FR'`,
  },
  'an order is what its checkout was': {
    'another total': `update checkouts set total_count = total_count + 1`,
    'another charge': amountOff,
    'another method': `update order_deliveries set method_id = gen_random_uuid() where kind <> 'none'`,
  },
  'the figures of days are those of the orders': {
    'a delivery that goes back and is not counted': `alter table seller_orders disable trigger seller_orders_reversed;
      update seller_orders set state = 'cancelled' where state <> 'cancelled'`,
  },
  'what goes back for a delivery is no more than it was, and the rest no more than the goods': {
    'more delivery than was paid': `update refunds set delivery = amount where amount > 20; update payment_releases set delivery = amount where amount > 20`,
    'goods in place of the delivery': `update refunds set delivery = 0 where delivery > 0; update payment_releases set delivery = 0 where delivery > 0`,
  },
}
test.each(corruptionsOf(spoiled))('%s is found', (_, statements, rule) => expectBroken(market.db, statements, rule))
