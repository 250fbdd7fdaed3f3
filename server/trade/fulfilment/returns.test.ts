import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../../shared/audit/schema.ts'
import type { FullSellerOrder, FullSellerOrderPage } from '../../../shared/fulfilment/schema.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import type { AdminOrderPage } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import * as fulfilment from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import * as returns from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, openBeside, readStock } from '../../../tests/support/stock.ts'

const { asSeller, orderOf, readAsBuyer, readAsSeller, sending } = fulfilment
const { accepted, accepting, asBuyer, askedFor, cameBack, delivered, paymentOf, sellerOrderOf, takenBack } = returns
const DAY_MS = 86_400_000

const market = await openForTests({ config: PAID, listens: true })
/** A server on the same database without returns and payments. */
const without = await openBeside(market, { returnDays: 0 })
afterAll(async () => {
  expect(await brokenRules(market)).toEqual([])
  await without.close()
})
const [seller, rival, admin] = await signUpAll(market, 'seller', 'seller', 'admin')
const lamp = await buildStocked(market, seller, { set: 500 }, { product_name: 'lamp', product_price: 20 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.5 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_name: 'theirs', product_price: 7 })
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})

const sides = () => ({ buyer, seller })
const buy = (...lines: [TestProduct, number][]) => delivered(market, sides(), lines)
const ask = (id: string, ...lines: [number, number][]) => askedFor(market, sides(), id, lines)
const say = (id: string, path: string, body: object, as = buyer) => asBuyer(market, as, id, path, body)
const act = (id: string, path: string, body: object, as = seller) => asSeller(market, as, id, path, body)
const seen = (id: string, as = seller) => readAsSeller(market, as, id)
const bought = (id: string) => readAsBuyer(market, buyer, id)
const sellerOrder = (id: string) => sellerOrderOf(market, buyer, id)
const asAdmin = (id: string, path: string, body: object) =>
  call<fulfilment.Answered<FullSellerOrder>>(market, 'POST', `/api/admin/orders/${id}/seller-orders/1/${path}`, {
    as: admin,
    body,
  })
const onHand = async () => (await readStock(market, seller, lamp.product_id)).on_hand
/** Returns the events after the delivery, without refunds, whose time depends on the provider. */
const kinds = async (id: string) =>
  (await bought(id)).events
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'refunded')
    .slice(3)
const numbersOf = (lines: { line_number: number; returnable: number }[]) => lines.map(({ returnable }) => returnable)

const takeBack = (id: string, ...lines: [number, number, number][]) => takenBack(market, sides(), id, lines)
const refundsOf = async (id: string) =>
  (await paymentOf(market, admin, id)).refunds.map(({ amount, reason }) => [amount, reason] as const)

test('a return changes stock, refunds and states exactly, step by step', async () => {
  const id = await buy([lamp, 3], [cup, 2])
  const before = await onHand()
  expect(await sellerOrder(id)).toMatchObject({ state: 'delivered', returns: [], revision: 3 })
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([3, 2])
  expect(Date.parse((await sellerOrder(id)).return_until ?? '') - Date.now()).toBeGreaterThan(29.9 * DAY_MS)

  const asked = await ask(id, [1, 2], [2, 1])
  expect(asked).toMatchObject({ state: 'requested', reason: 'damaged', note: 'a crack', instructions: null })
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([1, 1])
  const listed = await call<FullSellerOrderPage>(market, 'GET', '/api/seller/orders?view=returns', { as: seller })
  expect([listed.body.orders.map(({ order_id }) => order_id), listed.body.counts.returns]).toEqual([[id], 1])
  const found = await call<AdminOrderPage>(market, 'GET', '/api/admin/orders?problem=return_requested', { as: admin })
  expect(found.body.orders.map(({ order_id }) => order_id)).toEqual([id])

  const { revision } = await accepted(market, seller, id, asked)
  expect((await sellerOrder(id)).returns).toMatchObject([{ state: 'accepted', instructions: accepting.instructions }])
  const way = { revision, carrier: 'DHL', tracking_number: 'R 1' }
  const sent = await say(id, `returns/${asked.return_number}/sent`, way)
  expect(sent.body.returns).toMatchObject([
    { sent_at: expect.any(String), tracking_number: 'R 1', tracking_url: expect.stringContaining('R%201') },
  ])

  const lines: [number, number, number][] = [
    [1, 2, 1],
    [2, 1, 1],
  ]
  const came = await act(id, `returns/${asked.return_number}/received`, cameBack(revision + 1, lines))
  expect(came.body).toMatchObject({ state: 'delivered', order_state: 'delivered' })
  expect(came.body.lines.map(({ returned_units }) => returned_units)).toEqual([2, 1])
  expect(came.body.returns).toMatchObject([
    { state: 'received', refunded: 40.5, lines: [{ quantity: 2, received: 2, resalable: 1 }, { resalable: 1 }] },
  ])
  expect(await onHand()).toBe(before + 1)
  expect((await readStock(market, seller, lamp.product_id)).changes[0]).toEqual(['returned', 1])
  expect(await refundsOf(id)).toEqual([[40.5, 'returned']])
  // Buyers do not see which units are resalable.
  const stale = await say(id, 'returns', { revision: 1, lines: [{ line_number: 1, quantity: 1 }], reason: 'other' })
  expect(stale.body.details).toMatchObject({ seller_order: { returns: [{ lines: [{ received: 2 }, {}] }] } })
  for (const shown of [(await sellerOrder(id)).returns, stale.body])
    expect(JSON.stringify(shown)).not.toContain('resalable')

  await takeBack(id, [1, 1, 0], [2, 1, 0])
  expect(await seen(id)).toMatchObject({ state: 'returned', order_state: 'returned', ended_at: expect.any(String) })
  expect(await refundsOf(id)).toEqual([
    [40.5, 'returned'],
    [20.5, 'returned'],
  ])
  expect(await kinds(id)).toEqual([
    ...['return_requested', 'return_accepted', 'return_sent', 'returned'],
    ...['return_requested', 'return_accepted', 'returned'],
  ])
})

test('the order follows both sellers, unless an admin has set its state', async () => {
  const lines = [cup, theirs].map((product) => [product, 1] as const)
  const { order_id: id } = await orderOf(market, buyer, lines)
  await act(id, 'shipments', sending(1, [[1, 1]]))
  await act(id, 'shipments', sending(1, [[2, 1]]), rival)
  await takeBack(id, [1, 1, 0])
  expect([(await seen(id)).state, (await bought(id)).order_state]).toEqual(['returned', 'confirmed'])
  await call(market, 'PATCH', `/api/admin/orders/${id}`, { as: admin, body: { order_state: 'pending' } })
  const other = { buyer, seller: rival }
  const { revision } = (await bought(id)).seller_orders[1] ?? { revision: 0 }
  const path = `/api/orders/${id}/seller-orders/2/returns`
  const body = { revision, lines: [{ line_number: 2, quantity: 1 }], reason: 'other' }
  expect((await call(market, 'POST', path, { as: buyer, body })).status).toBe(200)
  const asked = (await seen(id, rival)).returns[0]
  if (!asked) throw new Error('nothing was asked for')
  const taken = await accepted(market, other.seller, id, asked)
  await act(id, `returns/${asked.return_number}/received`, cameBack(taken.revision, [[2, 1, 1]]), rival)
  expect([(await seen(id, rival)).state, (await bought(id)).order_state]).toEqual(['returned', 'pending'])
  await call(market, 'POST', `/api/admin/orders/${id}/follow-seller-orders`, { as: admin })
  expect((await bought(id)).order_state).toBe('returned')
})

test('units of a return that was declined, or withdrawn before the answer, can be requested again', async () => {
  const id = await buy([cup, 2])
  const first = await ask(id, [1, 2])
  const path = `returns/${first.return_number}`
  expect((await say(id, `${path}/sent`, { revision: 4, carrier: 'UPS' })).body.code).toBe('wrong_state')
  expect((await act(id, `${path}/received`, cameBack(4, [[1, 1, 0]]))).body.code).toBe('wrong_state')
  for (const unseen of [{ accept: false, note: ' ' }, { accept: false, note: '\u200b' }, { accept: true }])
    expect((await act(id, `${path}/answer`, { revision: 4, ...unseen })).status).toBe(400)
  const nowhere = { revision: 4, accept: true, instructions: '\u2060\n\u200b' }
  expect((await act(id, `${path}/answer`, nowhere)).status).toBe(400)
  const declined = await act(id, `${path}/answer`, { revision: 4, accept: false, note: 'It was used.' })
  expect(declined.body.returns).toMatchObject([{ state: 'declined', answer_note: 'It was used.' }])
  expect((await act(id, `${path}/answer`, { revision: 5, ...accepting })).body.code).toBe('wrong_state')

  const second = await ask(id, [1, 2])
  const withdraw = `returns/${second.return_number}/withdraw`
  expect((await say(id, withdraw, { revision: 6 })).body.returns.at(-1)?.state).toBe('withdrawn')
  expect((await say(id, withdraw, { revision: 7 })).body.code).toBe('wrong_state')

  const third = await ask(id, [1, 2])
  const taken = await accepted(market, seller, id, third)
  const late = await say(id, `returns/${third.return_number}/withdraw`, { revision: taken.revision })
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  // Fewer units arrived than expected: the missing one can be requested again.
  const came = await act(id, `returns/${third.return_number}/received`, cameBack(taken.revision, [[1, 1, 0]]))
  expect(came.body.state).toBe('delivered')
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([1])
})

test('the return window ends a number of days after the last package was delivered', async () => {
  const id = await buy([cup, 1])
  const comeDaysAgo = (days: number) =>
    sql`update shipments set sent_at = now() - make_interval(days => ${days + 1}),
      delivered_at = now() - make_interval(days => ${days}) + interval '1 minute',
      delivery_recorded_at = now() - make_interval(days => ${days}) + interval '1 minute'
      where order_number = ${Number(id.slice(3))}`.execute(market.db)
  await comeDaysAgo(30)
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([1])
  await comeDaysAgo(32)
  const over = await sellerOrder(id)
  expect([numbersOf(over.lines), Date.parse(over.return_until ?? '') < Date.now()]).toEqual([[0], true])
  const body = { revision: 3, lines: [{ line_number: 1, quantity: 1 }], reason: 'other' }
  expect((await say(id, 'returns', body)).body).toMatchObject({
    code: 'return_period_over',
    message: expect.stringMatching(/^This could be returned until \w+ \d+, \d{4}\.$/),
    details: { until: over.return_until },
  })
  await comeDaysAgo(2)
  const refused = await asBuyer(without, buyer, id, 'returns', body)
  expect([refused.status, refused.body.code]).toEqual([409, 'returns_not_offered'])
  expect(await sellerOrderOf(without, buyer, id)).toMatchObject({ return_until: null, lines: [{ returnable: 0 }] })
  expect((await seen(id)).returns).toEqual([])
})

test('a backdated delivery does not shorten the return window', async () => {
  const { order_id: id } = await orderOf(market, buyer, [[cup, 2]])
  const sent = await act(id, 'shipments', sending(1, [[1, 2]]))
  const { shipment_number } = sent.body.shipments[0] ?? {}
  const ofOrder = sql`where order_number = ${Number(id.slice(3))}`
  await sql`update shipments set sent_at = now() - interval '40 days' ${ofOrder}`.execute(market.db)
  const delivered_on = new Date(Date.now() - 35 * DAY_MS).toISOString().slice(0, 10)
  const path = `/api/seller/orders/${id}/shipments/${shipment_number}`
  const body = { revision: 2, state: 'delivered', delivered_on }
  expect((await call(market, 'PATCH', path, { as: seller, body })).status).toBe(200)
  const { shipments, return_until, lines, delivered_at } = await sellerOrder(id)
  expect([delivered_at?.slice(0, 10), shipments[0]?.delivered_at?.slice(0, 10)]).toEqual([delivered_on, delivered_on])
  const recorded = Date.parse(shipments[0]?.delivery_recorded_at ?? '')
  expect(Date.now() - recorded).toBeLessThan(DAY_MS)
  const until = endOfDay(new Date(recorded + 30 * DAY_MS)).toISOString()
  expect([return_until, numbersOf(lines)]).toEqual([until, [2]])
  expect(await ask(id, [1, 1])).toMatchObject({ state: 'requested' })
})

test('other buyers and sellers, and numbers of other orders, get a 404', async () => {
  const [id, other] = [await buy([cup, 2]), await buy([cup, 2])]
  const [mine, theirOwn] = [await ask(id, [1, 1]), await ask(other, [1, 1])]
  const stranger = await signUp(market)
  const body = { revision: 4, lines: [{ line_number: 1, quantity: 1 }], reason: 'other' }
  const receiving = cameBack(4, [[1, 1, 0]])
  const attempts = [
    () => say(id, 'returns', body, stranger),
    () => say(id, `returns/${mine.return_number}/withdraw`, { revision: 4 }, stranger),
    () => say(id, `returns/${theirOwn.return_number}/withdraw`, { revision: 4 }),
    () => say(id, 'returns/0/withdraw', { revision: 4 }),
    () => say(id, 'returns/1e3/withdraw', { revision: 4 }),
    () => act(id, `returns/${mine.return_number}/answer`, { revision: 4, ...accepting }, rival),
    () => act(id, `returns/${mine.return_number}/received`, receiving, rival),
    () => act(id, `returns/${theirOwn.return_number}/answer`, { revision: 4, ...accepting }),
  ]
  for (const attempt of attempts) expect((await attempt()).status).toBe(404)
  expect([(await seen(id)).revision, (await seen(other)).revision]).toEqual([4, 4])
})

test('an admin answers and receives in place of a suspended seller, and the audit log has it', async () => {
  const quiet = await signUp(market, { role: 'seller' })
  const bowl = await buildProduct(market, { seller_id: quiet.user_id, product_name: 'bowl', product_price: 3 })
  const id = await delivered(market, { buyer, seller: quiet }, [[bowl, 1]])
  await call(market, 'POST', `/api/admin/users/${quiet.user_id}/suspend`, { as: admin, body: {} })
  const body = { revision: 3, lines: [{ line_number: 1, quantity: 1 }], reason: 'no_longer_needed' }
  const asked = await say(id, 'returns', body)
  const path = `returns/${asked.body.returns[0]?.return_number}`
  expect((await act(id, `${path}/answer`, { revision: 4, ...accepting }, quiet)).status).not.toBe(200)
  expect((await asAdmin(id, `${path}/answer`, { revision: 4, ...accepting })).body.returns[0]?.state).toBe('accepted')
  expect((await asAdmin(id, `${path}/received`, cameBack(5, [[1, 1, 0]]))).body.state).toBe('returned')
  const journal = await call<ActivityPage>(market, 'GET', '/api/admin/activity?action=return', { as: admin })
  expect(journal.body.activities.map(({ target, from, to }) => [target, from, to])).toEqual([
    [id, 'accepted', 'received'],
    [id, 'requested', 'accepted'],
  ])
})

test('sellers are notified of requests and admins’ actions, buyers of answers and the return address', async () => {
  const [waiting, answered] = [await buy([cup, 1]), await buy([cup, 1])]
  const { return_number } = await ask(waiting, [1, 1])
  await asAdmin(waiting, `returns/${return_number}/answer`, { revision: 4, accept: false, note: 'Too used.' })
  const going = await ask(answered, [1, 1])
  const { revision } = await accepted(market, seller, answered, going)
  expect((await say(answered, `returns/${going.return_number}/sent`, { revision, carrier: '\u200b' })).status).toBe(400)
  // However often the buyer corrects it, it is mailed once.
  for (const [index, carrier] of ['First Carrier', 'Second Carrier'].entries())
    await say(answered, `returns/${going.return_number}/sent`, { revision: revision + index, carrier })
  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
  const noted = async (as: TestAccount, kind: string) => {
    const { rows } = await sql<{ path: string; facts: object }>`
      select path, facts from notifications where user_id = ${as.user_id} and kind = ${kind}
        and facts ->> 'order_id' = any(${[waiting, answered]}::text[])`.execute(market.db)
    return rows
  }
  await expect.poll(() => noted(buyer, 'return_answered')).toHaveLength(2)
  const changes = (await noted(seller, 'return_changed')).map(({ facts }) => facts)
  expect(changes).toHaveLength(3)
  for (const change of [
    { order_id: waiting, change: 'return_declined', note: 'Too used.' },
    { order_id: answered, change: 'return_sent', tracking: 'Second Carrier' },
  ])
    expect(changes).toContainEqual(expect.objectContaining(change))
  expect(await noted(seller, 'return_requested')).toContainEqual({
    path: `/seller/orders/${waiting}`,
    facts: expect.objectContaining({ units: 1, return_reason: 'damaged', note: 'a crack' }),
  })
  const textTo = async (who: TestAccount, about: string) =>
    (await mailsTo(market, who, about))
      .map(({ subject, text }) => `${subject}\n${text}`)
      .find((mail) => mail.includes('return'))
  expect(await textTo(seller, waiting)).toContain('1 × cup')
  expect(await textTo(seller, answered)).toContain('First Carrier')
  expect(await textTo(seller, answered)).not.toContain('Second Carrier')
  expect(await textTo(buyer, answered)).toContain('1 Harbor Street')
  expect(await textTo(buyer, answered)).not.toContain('switch off')
})

test('an order without recorded packages can be returned within the period after its end', async () => {
  const { order_id: id } = await orderOf(market, buyer, [[cup, 2]])
  const number = Number(id.slice(3))
  // Like an imported order.
  await sql`update order_lines set sent = quantity where order_number = ${number}`.execute(market.db)
  await sql`update seller_orders set state = 'delivered', ended_at = now() - interval '40 days'
    where order_number = ${number}`.execute(market.db)
  await sql`update orders set order_state = 'delivered' where order_number = ${number}`.execute(market.db)
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([0])
  await sql`update seller_orders set ended_at = now() - interval '4 days' where order_number = ${number}`.execute(
    market.db,
  )
  await takeBack(id, [1, 2, 0])
  expect((await bought(id)).order_state).toBe('returned')
})
