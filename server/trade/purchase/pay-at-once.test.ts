import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, cartOf, checkout } from '../../../tests/support/api.ts'
import { besideHeld, inSequence, lockCart } from '../../../tests/support/lock-contention.ts'
import { openForTests, PAID } from '../../../tests/support/open-for-tests.ts'
import { answerStep } from '../../../tests/support/payments.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'

const market = await openForTests({ config: PAID })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const products = (await buildProducts(market, Array(16).fill({ product_price: 2.5 }))).map(
  ({ product_id }) => product_id,
)

interface Buyer {
  account: TestAccount
  checkoutId: string
}

/** Begins a checkout of these products for a new buyer. */
async function begin(...units: [product: string, quantity: number][]): Promise<Buyer> {
  const account = await signUp(market)
  for (const [product, quantity] of units) await addToCart(market, account, product, quantity)
  const begun = await call<Checkout>(market, 'POST', '/api/checkouts', { as: account, body: checkout })
  return { account, checkoutId: begun.body.checkout_id }
}
/** Returns two products for each buyer, as buyers of the same product may wait for each other. */
const productsOf = (index: number): [string, string] => [products[2 * index] ?? '', products[2 * index + 1] ?? '']
/** Begins checkouts of two products for $7.50 each. */
const beginAll = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const [first, second] = productsOf(index)
      return begin([first, 2], [second, 1])
    }),
  )
const pay = ({ account: as, checkoutId }: Buyer) =>
  call<Order & { code?: string }>(market, 'POST', `/api/checkouts/${checkoutId}/payment`, { as, body: {} })

test('a paid checkout is placed while the cart of another buyer is locked', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const counted = await buildStocked(market, seller, { set: 5 })
  const usual = await beginAll(6)
  const reserving = await begin([counted.product_id, 2])
  const twice = await begin([products.at(-1) ?? '', 1])
  const [held, ...others] = usual as [Buyer, ...Buyer[]]
  const [waited, paid] = await besideHeld(
    market.db,
    lockCart(held.account),
    () => pay(held),
    () => Promise.all([...others, reserving, twice, twice].map(pay)),
  )
  expect([waited, ...paid].map(({ status }) => status)).toEqual(Array(9).fill(201))
  expect(paid[6]?.body.order_id).toBe(paid[7]?.body.order_id)
  expect(await readStock(market, seller, counted.product_id)).toMatchObject({ on_hand: 3, reserved: 0 })
})

const payWithStep = ({ account: as, checkoutId }: Buyer) =>
  call<Paying>(market, 'POST', `/api/checkouts/${checkoutId}/payment`, {
    as,
    body: { payment_token: 'pm_card_threeDSecure2Required' },
  })

/**
 * Pays for a checkout, and begins another once the payment waits for the lock, so that both continue at the same moment; the
 * payment still waits for a step of its buyer then.
 */
const payAndBegin = (buyer: Buyer) =>
  inSequence(
    market.db,
    (locking) => sql`select from checkouts where checkout_id = ${buyer.checkoutId}::uuid for update`.execute(locking),
    () => payWithStep(buyer),
    () =>
      call<Checkout & { code?: string }>(market, 'POST', '/api/checkouts', {
        as: buyer.account,
        body: checkout,
      }),
  )

/** Completes the step; returns the status of the order. */
async function approve(buyer: Buyer, paying: { body: Paying }): Promise<number> {
  await answerStep(market, paying, 'approve')
  return (await payWithStep(buyer)).status
}

test('beginning the same checkout while its payment begins pays that checkout', async () => {
  const buyer = await begin([products[0] ?? '', 1])
  const [paying, begun] = await payAndBegin(buyer)
  expect([paying.status, begun.status]).toEqual([202, 200])
  expect([begun.body.checkout_id, begun.body.checkout_state]).toEqual([buyer.checkoutId, 'paying'])
  expect(await approve(buyer, paying)).toBe(201)
})

test('a changed cart is not reserved while the payment of the earlier one begins', async () => {
  const buyer = await begin([products[0] ?? '', 1])
  await addToCart(market, buyer.account, products[1] ?? '', 2)
  const [paying, begun] = await payAndBegin(buyer)
  expect([paying.status, begun.status, begun.body.code]).toEqual([202, 409, 'payment_running'])
  expect(await approve(buyer, paying)).toBe(201)
  expect(await cartOf(market, buyer.account)).toEqual({ [products[1] ?? '']: 2 })
})
