import { afterAll, expect, test } from 'vitest'
import { asSeller, orderOf, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { openForFile, signUpAll } from '../../../tests/support/market-of-file.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { asBuyer } from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'

const market = await openForFile()
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, buyer] = await signUpAll(market, 'seller', 'buyer')
const lamp = await buildStocked(market, seller, { set: 100 }, { product_name: 'lamp', product_price: 20 })
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: 'cup', product_price: 0.5 })

const act = (id: string, name: string, body: object) => asSeller(market, seller, id, name, body)

test('a buyer cancels single units at once while pending, and asks for single ones once confirmed', async () => {
  const { order_id } = await orderOf(market, buyer, [
    [lamp, 3],
    [cup, 2],
  ])
  const before = (await readStock(market, seller, lamp.product_id)).on_hand
  const cancel = (revision: number, units: [number, number][]) =>
    asBuyer(market, buyer, order_id, 'cancel', { revision, lines: unitsOf(units) })
  expect((await cancel(1, [[1, 4]])).body.code).toBe('nothing_left')
  expect((await cancel(1, [[3, 1]])).body.code).toBe('line_not_found')
  expect((await cancel(1, [])).status).toBe(400)
  const one = await cancel(1, [[1, 1]])
  expect(one.body).toMatchObject({ state: 'pending', can_cancel: true, lines: [{ cancelled: 1 }, { cancelled: 0 }] })
  expect((await readStock(market, seller, lamp.product_id)).on_hand).toBe(before + 1)

  await act(order_id, 'confirm', { revision: 2 })
  expect((await cancel(3, [[1, 3]])).body.code).toBe('nothing_left')
  const two: [number, number][] = [1, 2].map((line) => [line, 1])
  const asked = await cancel(3, two)
  const cancel_lines = unitsOf(two)
  expect([asked.body.cancel_lines, (await readAsSeller(market, seller, order_id)).cancel_lines]).toEqual([
    cancel_lines,
    cancel_lines,
  ])
  // Others are sent meanwhile, and one of those that were asked for.
  const sent = await act(order_id, 'shipments', sending(4, [[1, 2]]))
  expect(sent.body).toMatchObject({ state: 'confirmed', cancel_requested_at: expect.any(String) })
  const accepted = await act(order_id, 'cancel-answer', { revision: 5, accept: true })
  expect(accepted.body).toMatchObject({
    state: 'confirmed',
    cancel_requested_at: null,
    cancel_lines: null,
    lines: [
      { cancelled: 1, sent: 2 },
      { cancelled: 1, sent: 0 },
    ],
  })
  // A request ends with its last unit.
  await cancel(6, [[2, 1]])
  const rest = await act(order_id, 'cancel', { revision: 7, lines: unitsOf([[2, 1]]), reason: 'other' })
  expect(rest.body).toMatchObject({ state: 'shipped', cancel_requested_at: null, cancel_lines: null })
})
