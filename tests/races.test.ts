import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { transactionRetries } from '../db/connect.ts'
import { createStorage } from '../server/programs/storage/storage.ts'
import { removeDeletedPictures } from '../server/shop/catalog/editing/remove-deleted-pictures.ts'
import { MAX_CART_LINES } from '../shared/cart/constants.ts'
import type { SellerProduct } from '../shared/catalog/schema.ts'
import type { Checkout } from '../shared/checkouts/schema.ts'
import { toCents } from '../shared/kernel/money.ts'
import type { Order } from '../shared/orders/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { addToCart, call, cartOf, checkout, postOrder } from './support/api.ts'
import {
  inSequence,
  lockCart,
  lockProduct,
  pauseCommits,
  underContention,
  untilWaiting,
} from './support/lock-contention.ts'
import { openForTests } from './support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from './support/product-form.ts'
import { buildProduct, buildProducts, type TestProduct } from './support/products.ts'
import { brokenRules, buildStocked, buying, fillCarts, openBeside, readStock } from './support/stock.ts'
import type { TestApp } from './support/test-app.ts'

const market = await openForTests()
/** This server and others on the same database, as one server writes orders in sequential transactions. */
const servers = [market, await openBeside(market), await openBeside(market), await openBeside(market)]
afterAll(async () => {
  for (const server of servers.slice(1)) await server.close()
})

const numberOf = ({ order_id }: Order) => Number(order_id.slice(3))

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const serverOf = (index: number): TestApp => servers[index % servers.length] ?? market

let ordered = 0

const order = (as: TestAccount, key?: string) => postOrder(serverOf(ordered++), as, checkout, key)

/** Adds products to a cart, each at another server; all of them wait for the cart. */
const addWaiting = (as: TestAccount, productIds: string[]) =>
  underContention(market.db, lockCart(as), () =>
    times(productIds.length, (index) =>
      call(serverOf(index), 'POST', '/api/cart/items', { as, body: { product_id: productIds[index] } }),
    ),
  )

// catches: cart-line-written-back
test('D10: two additions to one line that wait for the cart are both kept', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  const added = await addWaiting(buyer, [product_id, product_id])
  expect(added.map(({ status }) => status)).toEqual([200, 200])
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 3 })
})

// catches: cart-unlocked
test('D10: of two additions that wait for a cart with room for one line, one is refused', async () => {
  const buyer = await signUp(market)
  const [one, other, ...rest] = await buildProducts(market, Array(MAX_CART_LINES + 1).fill({}))
  await fillCarts(market, [buyer], () => rest.map((product) => [product, 1] as const))
  const added = await addWaiting(buyer, [one?.product_id ?? '', other?.product_id ?? ''])
  expect(added.map(({ status, body }) => (status === 200 ? status : body.code)).toSorted()).toEqual([200, 'cart_full'])
  expect(Object.keys(await cartOf(market, buyer))).toHaveLength(MAX_CART_LINES)
})

test('D5: 20 parallel orders of one cart without a key place one order', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id, 3)
  const responses = await times(20, () => order(buyer))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status, body }) => status === 409 && body.code === 'cart_empty')).toHaveLength(19)
  expect((await call<{ orders: unknown[] }>(market, 'GET', '/api/orders', { as: buyer })).body.orders).toHaveLength(1)
})

// catches: cart-unlocked
test('D5: 20 parallel requests with one key place one order, and every successful response is the same', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  // None of them sees another's order when it gets the cart.
  const responses = await underContention(market.db, lockCart(buyer), () =>
    times(20, () => order(buyer, 'one-attempt')),
  )
  const orders = responses.filter(({ status }) => status === 201)
  expect(new Set(orders.map(({ body }) => body.order_id)).size).toBe(1)
  expect(orders).toHaveLength(20)
  const retry = await order(buyer, 'one-attempt')
  expect([retry.status, retry.body]).toEqual([201, orders[0]?.body])
})

// catches: products-locked-in-any-order
test('D4: 100 parallel orders of 20 buyers have distinct numbers and right totals, without a deadlock', async () => {
  const products = await buildProducts(
    market,
    [0.1, 19.99, 333.33].map((product_price) => ({ product_price })),
  )
  const buyers = await times(20, () => signUp(market))
  const retried: unknown[] = []
  const note = (message: unknown) => void retried.push(message)
  transactionRetries.subscribe(note)
  const bought = await times(20, (index) => buyFiveTimes(buyers[index] as TestAccount, products, index))
  transactionRetries.unsubscribe(note)
  expect(retried).toEqual([])
  const numbers = bought.map((orders) => orders.map(numberOf))
  expect(new Set(numbers.flat()).size).toBe(100)
  // The numbers of one buyer, who orders again after each response, increase.
  for (const own of numbers) expect(own).toEqual(own.toSorted((a, b) => a - b))
  for (const { lines, total_count } of bought.flat()) {
    expect(toCents(total_count)).toBe(lines.reduce((sum, line) => sum + toCents(line.unit_price) * line.quantity, 0))
  }
  expect(await wronglySold(products)).toEqual([])
})

test('D4: an uncommitted order, which may still fail, delays no other; each has its own number', async () => {
  const { product_id } = await buildProduct(market)
  const beside = await openBeside(market)
  const [late, failing] = [await signUp(market), await signUp(market)]
  const others = await times(2, () => signUp(beside))
  for (const as of [late, failing]) await addToCart(market, as, product_id)
  for (const as of others) await addToCart(beside, as, (await buildProduct(market)).product_id)
  const place = (server: TestApp, as: TestAccount) =>
    call<Order>(server, 'POST', '/api/orders', { as, body: checkout, once: true })
  const numbers: number[] = []
  for (const [index, as] of [late, failing].entries()) {
    const commits = await pauseCommits(market.db, 'orders', sql`new.buyer_id = ${sql.lit(as.user_id)}`)
    const locking = await market.db.startTransaction().execute()
    try {
      await commits.hold(locking)
      const open = place(market, as)
      await untilWaiting(market.db, 1)
      const before = await place(beside, others[index] as TestAccount)
      expect(before.status).toBe(201)
      if (as === failing)
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(market.db)
      else await locking.rollback().execute()
      const { status, body } = await open
      expect(status === 201).toBe(as === late)
      numbers.push(...[before.body, ...(as === late ? [body] : [])].map(numberOf))
    } finally {
      if (!locking.isRolledBack) await locking.rollback().execute()
      await commits.end()
    }
  }
  await beside.close()
  expect(numbers).toHaveLength(3)
  const [afterLate = 0, ofLate = 0, afterFailed = 0] = numbers
  expect(ofLate).toBeLessThan(afterLate)
  expect(afterFailed).toBeGreaterThan(afterLate)
})

/** Every second buyer fills the cart in the opposite order, which would deadlock if locks followed it. */
async function buyFiveTimes(buyer: TestAccount, products: TestProduct[], index: number): Promise<Order[]> {
  const inOrder = index % 2 ? products : products.toReversed()
  const placed: Order[] = []
  for (let round = 0; round < 5; round++) {
    for (const { product_id } of inOrder) await addToCart(market, buyer, product_id, 1 + ((index + round) % 4))
    const { status, body } = await order(buyer, `round-${round}`)
    expect(status).toBe(201)
    placed.push(body)
  }
  return placed
}

// catches: cart-unlocked
test('D2: a unit added while an order is placed ends up either in the order or in the cart', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  const [responses] = await Promise.all([
    times(5, () => order(buyer)),
    times(30, (index) => addToCart(serverOf(index), buyer, product_id)),
  ])
  const ordered = responses.flatMap(({ status, body }) => (status === 201 ? body.lines : []))
  const units = ordered.reduce((sum, line) => sum + line.quantity, 0)
  expect(units + ((await cartOf(market, buyer))[product_id] ?? 0)).toBe(31)
})

// catches: cart-unlocked
test('D11: a merge sent ten times concurrently is applied once', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id, 1)
  const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2 } }
  const responses = await times(10, () => call(market, 'POST', '/api/cart/merge', { as: buyer, body: merge }))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 3 })
})

/** Returns the products whose sold units differ from the ordered ones. */
async function wronglySold(products: TestProduct[]): Promise<unknown[]> {
  const numbers = products.map(({ product_number }) => product_number)
  const { rows } = await sql`
    select product_id from products join order_lines using (product_number) where product_number = any(${numbers}::int[])
    group by product_id, total_sales having total_sales <> sum(quantity)`.execute(market.db)
  return rows
}

describe('products', async () => {
  const PRODUCTS = '/api/seller/products'

  const seller = await signUp(market, { role: 'seller' })

  const editWith = async (product: SellerProduct, color: string) =>
    sendProduct(market, 'PUT', `${PRODUCTS}/${product.product_id}`, {
      as: seller,
      product: { ...wellFilled, product_name: color, images: ['new'], revision: product.revision },
      files: { new: await drawPng(color) },
    })

  const blobsOf = (id: string) =>
    market.db.selectFrom('storage_objects').select('blob').where('name', 'like', `${id}/%`).execute()

  test('D4: products created concurrently have distinct numbers, even when some are refused', async () => {
    const sellers = await times(4, () => signUp(market, { role: 'seller' }))
    const file = await drawPng('#777')
    const responses = await times(40, (index) =>
      sendProduct(market, 'POST', PRODUCTS, {
        as: sellers[index % 4] as TestAccount,
        product: { ...wellFilled, images: index % 5 ? ['featured'] : ['featured', 'missing'] },
        files: { featured: file },
      }),
    )
    const made = responses.filter(({ status }) => status === 201)
    expect(made).toHaveLength(32)
    expect(new Set(made.map(({ body }) => body.product_id)).size).toBe(32)
  })

  // catches: product-unlocked
  test('of ten edits based on one revision one is saved, with its picture, and the others are refused', async () => {
    const product = await createProduct(market, seller)
    const edits = () => times(10, (index) => editWith(product, `#0${index}0`))
    const responses = await underContention(market.db, lockProduct(product.product_id), edits)
    const taken = responses.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(responses.filter(({ body }) => body.code === 'newer_revision')).toHaveLength(9)
    const { body } = await call<SellerProduct>(market, 'GET', `${PRODUCTS}/${product.product_id}`, { as: seller })
    expect(body).toEqual(taken[0]?.body)
    expect(await blobsOf(product.product_id)).toHaveLength(1)
  })

  // catches: product-unlocked
  test('a concurrent edit and deletion leave a deleted product, and no picture of it in the end', async () => {
    const storage = createStorage({ ...market.deps, log: market.app.log })
    const later = () => new Date(Date.now() + 180_000)
    const listDiscards = async () =>
      new Set((await market.db.selectFrom('storage_discards').select('blob').execute()).map(({ blob }) => blob))
    // Pictures of earlier requests, refused on a busy machine, are due later.
    const before = await listDiscards()
    for (const isEditFirst of [true, false]) {
      const product = await createProduct(market, seller)
      const { product_id } = product
      const path = `${PRODUCTS}/${product_id}`
      const edit = () => editWith(product, '#abc')
      const remove = () => call(market, 'DELETE', path, { as: seller })
      const hold = lockProduct(product_id)
      const [first, second] = await (isEditFirst
        ? inSequence(market.db, hold, edit, remove)
        : inSequence(market.db, hold, remove, edit))
      expect([first.status, second.status]).toEqual(isEditFirst ? [200, 204] : [204, 404])
      expect((await call(market, 'GET', path, { as: seller })).status).toBe(404)
      await removeDeletedPictures({ db: market.db, storage, clock: later })
      expect(await blobsOf(product.product_id)).toEqual([])
    }
    await storage.close()
    expect((await listDiscards()).difference(before)).toEqual(new Set())
  })

  // catches: seller-delete-checked-first
  test('of ten concurrent deletions one reports that it deleted the product', async () => {
    const product = await createProduct(market, seller)
    const { product_id } = product
    const remove = () => call(market, 'DELETE', `${PRODUCTS}/${product_id}`, { as: seller })
    const responses = await underContention(market.db, lockProduct(product_id), () => times(10, remove))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)])
  })
})

describe('stock', async () => {
  const BUYERS = 200

  const seller = await signUp(market, { role: 'seller' })
  const buyers: TestAccount[] = []
  // Hashing passwords takes time: only a few at once.
  while (buyers.length < BUYERS) buyers.push(...(await Promise.all(Array.from({ length: 10 }, () => signUp(market)))))

  const PIECES = 7

  type Body = Partial<Checkout> & { code?: string }

  /** Sends a request of each buyer, spread over the servers. */
  const all = (buyers: TestAccount[], path: (buyer: TestAccount) => string, body: object = buying) =>
    Promise.all(buyers.map((as, index) => call<Body>(serverOf(index), 'POST', path(as), { as, body })))

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
  })

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
  })

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
  })
})
