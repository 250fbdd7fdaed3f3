import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { expectBroken } from '../../../tests/support/broken-rule.ts'
import { type Answered, asSeller, orderOf, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests, PAID, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import * as returns from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'

const { accepted, accepting, asBuyer, askedFor, cameBack, delivered, paymentOf, sellerOrderOf, takenBack } = returns

const market = await openForTests({ config: PAID, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, admin] = await signUpAll(market, 'seller', 'admin')
const lamp = await buildStocked(market, seller, { set: 500 }, { product_name: 'lamp', product_price: 20 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.5 })
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
const sellerOrder = (id: string) => sellerOrderOf(market, buyer, id)
const onHand = async () => (await readStock(market, seller, lamp.product_id)).on_hand
const numbersOf = (lines: { line_number: number; returnable: number }[]) => lines.map(({ returnable }) => returnable)

const takeBack = (id: string, ...lines: [number, number, number][]) => takenBack(market, sides(), id, lines)
const refundsOf = async (id: string) =>
  (await paymentOf(market, admin, id)).refunds.map(({ amount, reason }) => [amount, reason] as const)

test('only sent units can be returned, not those returned, requested, lost or cancelled', async () => {
  const { order_id: id } = await orderOf(market, buyer, [
    [lamp, 3],
    [cup, 4],
  ])
  const units = (...lines: [number, number][]) => unitsOf(lines)
  const body = (lines: object[], more: object = {}) => ({ revision: 5, lines, reason: 'defective', ...more })
  await act(id, 'cancel', { revision: 1, lines: units([1, 1]), reason: 'other' })
  await act(id, 'shipments', sending(2, [[1, 1]]))
  const lost = await act(id, 'shipments', sending(3, [[2, 2]]))
  const { shipment_number } = lost.body.shipments[1] ?? {}
  await call(market, 'PATCH', `/api/seller/orders/${id}/shipments/${shipment_number}`, {
    as: seller,
    body: { revision: 4, state: 'lost' },
  })
  expect(numbersOf((await sellerOrder(id)).lines)).toEqual([1, 0])
  const refusals: [body: object, status: number, code: string][] = [
    [body(units([1, 2])), 409, 'not_returnable'],
    [body(units([2, 1])), 409, 'not_returnable'],
    [body(units([1, 1], [3, 1])), 404, 'line_not_found'],
    [body(units([1, 1]), { revision: 4 }), 409, 'seller_order_changed'],
  ]
  for (const [sent, status, code] of refusals) {
    const refused = await say(id, 'returns', sent)
    expect([sent, refused.status, refused.body.code]).toEqual([sent, status, code])
  }
  expect(await seen(id)).toMatchObject({ revision: 5, returns: [] })
  const asked = await ask(id, [1, 1])
  expect((await say(id, 'returns', { ...body(units([1, 1])), revision: 6 })).body.code).toBe('not_returnable')
  // Units in a return were sent, so their shipment cannot be voided.
  const first = lost.body.shipments[0]?.shipment_number
  const voiding = await call<Answered<object>>(
    market,
    'PATCH',
    `/api/admin/orders/${id}/seller-orders/1/shipments/${first}`,
    { as: admin, body: { revision: 6, state: 'voided' } },
  )
  expect([voiding.status, voiding.body.code]).toEqual([409, 'wrong_state'])
  const { revision } = await accepted(market, seller, id, asked)
  const receive = (lines: [number, number, number][]) =>
    act(id, `returns/${asked.return_number}/received`, cameBack(revision, lines))
  const tooMany: [line: [number, number, number], status: number][] = [
    [[1, 2, 0], 409],
    [[2, 1, 0], 409],
    [[3, 1, 0], 404],
  ]
  for (const [line, status] of tooMany) expect([line, (await receive([line])).status]).toEqual([line, status])
  expect((await seen(id)).revision).toBe(revision)
})

// catches: return-unlocked
test('of two concurrent receipts, answers or requests for the same units one succeeds', async () => {
  const lockOrder = (id: string) => (locking: Db) =>
    locking.selectFrom('orders').select('order_id').where('order_id', '=', id).forUpdate().execute()
  const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
    answers.map(({ status, body }) => body.code ?? String(status)).sort()

  const id = await buy([lamp, 2])
  const asking = { revision: 3, lines: [{ line_number: 1, quantity: 2 }], reason: 'other' }
  const twice = await underContention(market.db, lockOrder(id), () =>
    Promise.all([say(id, 'returns', asking), asBuyer(market, buyer, id, 'returns', asking)]),
  )
  expect(codesOf(twice)).toEqual(['200', 'seller_order_changed'])
  const asked = (await seen(id)).returns[0]
  if (!asked) throw new Error('nothing was asked for')
  const path = `returns/${asked.return_number}`
  const crossed = await underContention(market.db, lockOrder(id), () =>
    Promise.all([
      act(id, `${path}/answer`, { revision: 4, ...accepting }),
      say(id, `${path}/withdraw`, { revision: 4 }),
    ]),
  )
  expect(codesOf(crossed)).toEqual(['200', 'seller_order_changed'])

  const next = await buy([lamp, 1])
  const coming = await ask(next, [1, 1])
  const { revision } = await accepted(market, seller, next, coming)
  const before = await onHand()
  const received = await underContention(market.db, lockOrder(next), () =>
    Promise.all(
      [1, 2].map(() => act(next, `returns/${coming.return_number}/received`, cameBack(revision, [[1, 1, 1]]))),
    ),
  )
  expect(codesOf(received)).toEqual(['200', 'seller_order_changed'])
  expect([await onHand(), await refundsOf(next)]).toEqual([before + 1, [[20, 'returned']]])
})

test('db:check finds every kind of corrupted return', async () => {
  const id = await buy([lamp, 2])
  await takeBack(id, [1, 1, 1])
  await ask(id, [1, 1])
  const number = Number(id.slice(3))
  const ofReturn = `order_number = ${number} and state = 'received'`
  const ofNone = `received = 0 and order_number = ${number}`
  const onlyOnce = "returns hold lines of their seller's part of the order, and what came back only once it has"
  const inStock = 'units that can be sold again are in the stock that they were taken from'
  const isRefund = 'what goes back for a return is its refund, and no more than the goods were'
  for (const [statement, rule] of [
    [
      `update order_lines set returned_units = 2 where order_number = ${number}`,
      'units returned are those that came back',
    ],
    [
      `update order_return_lines set quantity = 2 where ${ofNone}`,
      'units that buyers ask to return were sent, and are asked for once',
    ],
    [`update order_return_lines set received = 1 where ${ofNone}`, onlyOnce],
    [`delete from order_return_lines where ${ofNone}`, onlyOnce],
    [`update order_return_lines set resalable = 0 where order_number = ${number}`, inStock],
    [`delete from stock_movements where reason = 'returned' and order_number = ${number}`, inStock],
    [`update order_returns set refunded = 1 where ${ofReturn}`, isRefund],
    [`update order_returns set refunded = 21, refund_id = null where ${ofReturn}`, isRefund],
    [
      `delete from refunds where order_number = ${number}`,
      'what is cancelled of a paid order, or comes back, is refunded',
    ],
  ] as const)
    await expectBroken(market.db, statement, rule)
})
