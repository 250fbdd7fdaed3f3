import { afterAll, expect, test } from 'vitest'
import type { Checkout } from '../shared/checkouts/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { openForTests } from './support/open-for-tests.ts'
import { brokenRules, buildStocked, buying, fillCarts, openBeside, readStock } from './support/stock.ts'

const BUYERS = 200

// Two servers on one database.
const market = await openForTests()
const beside = await openBeside(market)
afterAll(() => beside.close())
const seller = await signUp(market, { role: 'seller' })
const buyers: TestAccount[] = []
// Hashing passwords takes time: only a few at once.
while (buyers.length < BUYERS) buyers.push(...(await Promise.all(Array.from({ length: 10 }, () => signUp(market)))))

const PIECES = 7

type Body = Partial<Checkout> & { code?: string }

/** Sends a request of each buyer, half of them to each server. */
const all = (buyers: TestAccount[], path: (buyer: TestAccount) => string, body: object = buying) =>
  Promise.all(buyers.map((as, index) => call<Body>(index % 2 ? beside : market, 'POST', path(as), { as, body })))

function tally(responses: { status: number; body: Body }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const outcome = status === 201 ? 'placed' : (body.code ?? String(status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

test('when 200 buyers order one of 7 units each, 7 succeed, 193 are refused and none is left', async () => {
  const product = await buildStocked(market, seller, { set: PIECES })
  const { product_id } = product
  await fillCarts(market, buyers, () => [[product, 1]])
  expect(tally(await all(buyers, () => '/api/orders'))).toEqual({ placed: 7, insufficient_stock: 193 })
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 0, reserved: 0 })
  expect(await brokenRules(market)).toEqual([])
}, 300_000)

// catches: stock-unlocked
test('when 200 buyers reserve one of 7 units each and order it, 7 succeed and nothing stays reserved', async () => {
  const product = await buildStocked(market, seller, { set: PIECES })
  const { product_id } = product
  await fillCarts(market, buyers, () => [[product, 1]])
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
}, 300_000)

test('orders and checkouts of 3 products in varying line order oversell none, and no deadlock reaches a client', async () => {
  const products = await Promise.all([1, 2, 3].map(() => buildStocked(market, seller, { set: 12 })))
  const some = buyers.slice(0, 60)
  // Each cart has the products in another order.
  await fillCarts(market, some, (index) =>
    [...products.slice(index % 3), ...products.slice(0, index % 3)].map((product) => [product, 1] as const),
  )
  const responses = await all(some, (buyer) => (some.indexOf(buyer) % 3 ? '/api/orders' : '/api/checkouts'))
  expect(tally(responses)).toEqual({ placed: 12, insufficient_stock: 48 })
  for (const { product_id } of products) {
    const { on_hand, reserved } = await readStock(market, seller, product_id)
    expect(on_hand - reserved).toBe(0)
  }
  expect(await brokenRules(market)).toEqual([])
}, 300_000)
