import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Tx } from '../../../db/tables.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForFile } from '../../../tests/support/market-of-file.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { brokenRules, readStock } from '../../../tests/support/stock.ts'

const market = await openForFile()
afterEach(async () => expect(await brokenRules(market)).toEqual([]))
const seller = await signUp(market, { role: 'seller' })

/** Orders while a product is being changed: the change is committed once the order waits for it. */
async function orderDuring(as: TestAccount, change: (tx: Tx) => Promise<unknown>, body: object = {}) {
  const changing = await market.db.startTransaction().execute()
  try {
    await change(changing)
    const ordering = call<Order & { code?: string }>(market, 'POST', '/api/orders', {
      as,
      body: { ...checkout, ...body },
    })
    await untilWaiting(market.db, 1)
    await changing.commit().execute()
    return await ordering
  } finally {
    if (!changing.isCommitted) await changing.rollback().execute()
  }
}

/** Returns a buyer who has two units of a new product in the cart, for $5. */
async function buyerWithCart() {
  const buyer = await signUp(market)
  const { product_id, product_number } = await buildProduct(market, { product_price: 2.5, seller_id: seller.user_id })
  await addToCart(market, buyer, product_id, 2)
  return { buyer, product_id, product_number }
}

const cartOf = async (as: TestAccount) => (await call<{ cart: Cart }>(market, 'GET', '/api/cart', { as })).body.cart

/** Begins to count a product as its seller does: the product is locked first. */
const beginCounting = (product_number: number, on_hand: number) => async (tx: Tx) => {
  await sql`select from products where product_number = ${product_number} for no key update`.execute(tx)
  await sql`
    insert into stock (product_number, on_hand, low_at, backorder, counted_since)
    values (${product_number}, ${on_hand}, 1, false, now())`.execute(tx)
  await sql`
    insert into stock_movements (product_number, change, on_hand_after, reason, created_at)
    values (${product_number}, ${on_hand}, ${on_hand}, 'counted', now())`.execute(tx)
}

const setPrice = (product_number: number, price: number) => (tx: Tx) =>
  sql`update products set product_price = ${price} where product_number = ${product_number}`.execute(tx)

// catches: products-unlocked
test('D12: a product that its seller begins to count is sold from the stock', async () => {
  const { buyer, product_id, product_number } = await buyerWithCart()
  const { status } = await orderDuring(buyer, beginCounting(product_number, 5))
  const { on_hand, changes } = await readStock(market, seller, product_id)
  expect([status, on_hand, changes[0]]).toEqual([201, 3, ['sold', -2]])
})

// catches: products-unlocked
test('D12: a product that its seller begins to count is not sold when there is too little of it', async () => {
  const { buyer, product_id, product_number } = await buyerWithCart()
  const { status, body } = await orderDuring(buyer, beginCounting(product_number, 1))
  expect([status, body.code]).toEqual([409, 'insufficient_stock'])
  expect(await cartOf(buyer)).toEqual({ [product_id]: 2 })
})

// catches: products-unlocked
test('a product is sold at its new price, unless the buyer expects another total', async () => {
  const { buyer, product_number } = await buyerWithCart()
  const refused = await orderDuring(buyer, setPrice(product_number, 3), { expected_total: 5 })
  expect([refused.status, refused.body.code]).toEqual([409, 'total_changed'])
  const { body } = await orderDuring(buyer, setPrice(product_number, 3.1))
  expect([body.total_count, body.lines[0]?.unit_price]).toEqual([6.2, 3.1])
})

test('a product that is deleted is not sold', async () => {
  const { buyer, product_number } = await buyerWithCart()
  const { status, body } = await orderDuring(buyer, (tx) =>
    sql`update products set visibility = 'deleted', deleted_at = now() where product_number = ${product_number}`.execute(
      tx,
    ),
  )
  expect([status, body.code]).toEqual([409, 'product_gone'])
})
