import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkout } from '../shared/stock/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call, untilServed } from './support/api.ts'
import { brokenRules, buildStocked, buyersWith, buying, openBeside, readStock } from './support/stock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

// Two servers on one database.
let market: TestApp
let beside: TestApp
let seller: TestAccount

beforeAll(async () => {
  market = await createTestApp()
  beside = await openBeside(market)
  seller = await signUp(market, { role: 'seller' })
})
afterAll(async () => {
  await beside.close()
  await market.close()
})

const BUYERS = 200
const PIECES = 7

type Body = Partial<Checkout> & { code?: string }

/** Sends each buyer's request, half of them to each server. */
const all = (buyers: TestAccount[], path: (buyer: TestAccount) => string, body: object = buying) =>
  Promise.all(
    buyers.map((as, index) =>
      untilServed(() => call<Body>(index % 2 ? beside : market, 'POST', path(as), { as, body })),
    ),
  )

function tally(responses: { status: number; body: Body }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const outcome = status === 201 ? 'placed' : (body.code ?? String(status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

// catches: stock-written-back
test('D12: 200 buyers order one each of 7: 7 orders, 193 refusals, nothing left', async () => {
  const { product_id } = await buildStocked(market, seller, { set: PIECES })
  const buyers = await buyersWith(market, BUYERS, () => [[product_id, 1]])
  expect(tally(await all(buyers, () => '/api/orders'))).toEqual({ placed: 7, insufficient_stock: 193 })
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 0, reserved: 0 })
  expect(await brokenRules(market)).toEqual([])
}, 60_000)

// catches: stock-written-back
test('200 buyers reserve one each of 7 and place: 7 orders, nothing reserved', async () => {
  const { product_id } = await buildStocked(market, seller, { set: PIECES })
  const buyers = await buyersWith(market, BUYERS, () => [[product_id, 1]])
  const begun = await all(buyers, () => '/api/checkouts')
  expect(tally(begun)).toEqual({ placed: 7, insufficient_stock: 193 })
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 7, reserved: 7 })
  const reserved = buyers.flatMap((buyer, index) => {
    const id = begun[index]?.body.checkout_id
    return id ? [{ buyer, id }] : []
  })
  const idOf = new Map(reserved.map(({ buyer, id }) => [buyer, id]))
  const ordered = await all([...idOf.keys()], (buyer) => `/api/checkouts/${idOf.get(buyer)}/order`)
  expect(tally(ordered)).toEqual({ placed: 7 })
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 0, reserved: 0 })
  expect(await brokenRules(market)).toEqual([])
}, 60_000)

test('orders and checkouts of 3 products in different orders of lines: none oversold, no deadlock reaches a client', async () => {
  const products = await Promise.all([1, 2, 3].map(() => buildStocked(market, seller, { set: 12 })))
  const ids = products.map(({ product_id }) => product_id)
  const buyers = await buyersWith(market, 60, (index) =>
    [0, 1, 2].map((offset) => [ids[(index + offset) % 3] ?? '', 1] as const),
  )
  const responses = await all(buyers, (buyer) => (buyers.indexOf(buyer) % 3 ? '/api/orders' : '/api/checkouts'))
  expect(tally(responses)).toEqual({ placed: 12, insufficient_stock: 48 })
  for (const id of ids) {
    const { on_hand, reserved } = await readStock(market, seller, id)
    expect(on_hand - reserved).toBe(0)
  }
  expect(await brokenRules(market)).toEqual([])
}, 60_000)
