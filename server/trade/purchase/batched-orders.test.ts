import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, cartOf, checkout, postOrder } from '../../../tests/support/api.ts'
import { addMethod } from '../../../tests/support/delivery.ts'
import { failNext } from '../../../tests/support/failing-statements.ts'
import { besideHeld, lockProduct, untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { brokenRules, buildStocked, putStock, readStock } from '../../../tests/support/stock.ts'
import { lockCartProducts, lockFreeCarts } from './queries.ts'

const market = await openForTests()
const products = (await buildProducts(market, Array(5).fill({ product_price: 2.5 }))).map(
  ({ product_id }) => product_id,
)

type Placed = Order & { code?: string }

const order = (as: TestAccount, body: object = {}, key?: string) => postOrder(market, as, { ...checkout, ...body }, key)

/** Returns buyers with two products in the cart, for $7.50. */
const buyersWithCarts = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const buyer = await signUp(market)
      await addToCart(market, buyer, products[index % 5] ?? '', 2)
      await addToCart(market, buyer, products[(index + 1) % 5] ?? '')
      return buyer
    }),
  )

/** Returns the number of transactions that wrote these orders. */
async function transactionsOf(orders: readonly Placed[]): Promise<number> {
  const ids = orders.map(({ order_id }) => order_id)
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) from orders where order_id = any(${ids}::text[])`.execute(market.db)
  return Number(rows[0]?.count)
}

test('concurrent orders are placed in fewer transactions, with the same results as one by one', async () => {
  const buyers = await buyersWithCarts(24)
  const orders = (await Promise.all(buyers.map((buyer) => order(buyer)))).map(({ body }) => body)
  expect(await transactionsOf(orders)).toBeLessThan(24)
  for (const [index, placed] of orders.entries()) {
    const [more, less] = [products[index % 5], products[(index + 1) % 5]]
    expect([placed.buyer_id, placed.total_count]).toEqual([buyers[index]?.user_id, 7.5])
    // Seller orders are numbered in the order of lines.
    expect(placed.products_id).toEqual(placed.products_id.toSorted())
    expect(new Map(placed.lines.map((line) => [line.product_id, line.quantity]))).toEqual(
      new Map([
        [more, 2],
        [less, 1],
      ]),
    )
    const read = await call<{ orders: Order[] }>(market, 'GET', '/api/orders', { as: buyers[index] as TestAccount })
    expect(read.body.orders[0]).toMatchObject({ order_id: placed.order_id, total_count: 7.5 })
    expect((await call(market, 'GET', '/api/cart', { as: buyers[index] as TestAccount })).body).toEqual({ cart: {} })
  }
  expect(await brokenRules(market)).toEqual([])
})

test('the delivery methods of a seller are read once for an order, however many of the products are in it', async () => {
  const [seller, rival, ...buyers] = await signUpAll(market, 'seller', 'seller', 'buyer', 'buyer')
  const owners = [seller, seller, rival, seller]
  const own = await buildProducts(
    market,
    owners.map(({ user_id }) => ({ seller_id: user_id })),
  )
  for (const one of [seller, rival]) await addMethod(market, one)
  for (const buyer of buyers) for (const { product_id } of own) await addToCart(market, buyer, product_id)
  const buyerIds = buyers.map(({ user_id }) => user_id)
  for (const lock of [lockFreeCarts, lockCartProducts]) {
    const lines = await inTransaction(market.db, (tx) => lock(tx, { buyerIds, keys: [null, null] }))
    expect(lines).toHaveLength(8)
    const read = lines.filter(({ delivery }) => delivery?.methods.length === 1)
    expect(read.map(({ buyer_id, seller_id }) => `${buyer_id} ${seller_id}`).toSorted()).toEqual(
      buyerIds.flatMap((id) => [`${id} ${seller.user_id}`, `${id} ${rival.user_id}`]).toSorted(),
    )
  }
})

test('a refused order does not affect the others of its batch', async () => {
  const usual = await buyersWithCarts(8)
  const [seller, keyed, empty, gone, changed, counted, soldOut] = await signUpAll(
    market,
    ...(['seller', 'buyer', 'buyer', 'buyer', 'buyer', 'buyer', 'buyer'] as const),
  )
  const removed = await buildProduct(market)
  const some = await buildStocked(market, seller, { set: 3 })
  const few = await buildStocked(market, seller, { set: 1 })
  await addToCart(market, keyed, products[0] ?? '', 4)
  await addToCart(market, gone, removed.product_id)
  await addToCart(market, changed, products[0] ?? '')
  await addToCart(market, counted, some.product_id, 2)
  await addToCart(market, soldOut, few.product_id)
  await putStock(market, seller, few.product_id, { counted: true, set: 0, seen: 1 })
  await deleteProduct(market, removed.product_id)
  const responses = await Promise.all([
    ...usual.slice(0, 4).map((buyer) => order(buyer)),
    order(keyed, {}, 'same'),
    order(keyed, {}, 'same'),
    order(empty),
    order(gone),
    order(changed, { expected_total: 1 }),
    order(counted),
    order(soldOut),
    ...usual.slice(4).map((buyer) => order(buyer, { expected_total: 7.5 })),
  ])
  const known = responses.map(({ status, body }) => (status === 201 ? status : body.code))
  expect(known).toEqual([
    ...[201, 201, 201, 201, 201, 201, 'cart_empty', 'product_gone', 'total_changed', 201, 'insufficient_stock'],
    ...[201, 201, 201, 201],
  ])
  expect(responses[4]?.body).toEqual(responses[5]?.body)
  expect(await brokenRules(market)).toEqual([])
})

test('orders of other products are placed while the product of one is locked', async () => {
  const [held, ...others] = await buyersWithCarts(5)
  const { product_id } = await buildProduct(market)
  await addToCart(market, held as TestAccount, product_id)
  const [waited, placed] = await besideHeld(
    market.db,
    lockProduct(product_id),
    () => order(held as TestAccount),
    () => Promise.all(others.map((buyer) => order(buyer))),
  )
  expect([waited, ...placed].map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

test('an order that the database refuses does not fail the others of its batch', async () => {
  const buyers = await buyersWithCarts(6)
  await failNext(market.db, { event: 'insert', table: 'order_lines', attempts: 2, code: '23514' })
  const statuses = (await Promise.all(buyers.map((buyer) => order(buyer)))).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 201).length).toBeLessThanOrEqual(2)
  expect(statuses.filter((status) => status !== 201 && status !== 500)).toEqual([])
})

const seller = await signUp(market, { role: 'seller' })

/** Places an order while a product is being changed; the change is committed once the order waits for it. */
async function orderDuring(as: TestAccount, change: (tx: Tx) => Promise<unknown>, body: object = {}) {
  const changing = await market.db.startTransaction().execute()
  try {
    await change(changing)
    const ordering = order(as, body)
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

/** Starts tracking a product's stock, as its seller does: the product is locked first. */
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
test('a product whose seller is starting to track stock is sold from it', async () => {
  const { buyer, product_id, product_number } = await buyerWithCart()
  const { status } = await orderDuring(buyer, beginCounting(product_number, 5))
  const { on_hand, changes } = await readStock(market, seller, product_id)
  expect([status, on_hand, changes[0]]).toEqual([201, 3, ['sold', -2]])
})

// catches: products-unlocked
test('a product whose seller is starting to track too little stock is not sold', async () => {
  const { buyer, product_id, product_number } = await buyerWithCart()
  const { status, body } = await orderDuring(buyer, beginCounting(product_number, 1))
  expect([status, body.code]).toEqual([409, 'insufficient_stock'])
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 2 })
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
