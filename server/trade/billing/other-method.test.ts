import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call, postOrder, refusedWith } from '../../../tests/support/api.ts'
import { inSequence, pauseCommits, untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests, PAID, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { answerStep } from '../../../tests/support/payments.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'
import { duePayments } from '../payments/queries.ts'
import { expiryOf } from '../purchase/queries.ts'

// A buyer begins to pay with one method, abandons it, and pays with another.

const clock = stoppedClock()
const market = await openForTests({ config: PAID, deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
let seller: TestAccount
let product: string
beforeEach(async () => {
  seller = await signUp(market, { role: 'seller' })
  product = (await buildStocked(market, seller, { set: 50 }, { product_price: 12.5 })).product_id
})

const WAYS = {
  card: { payment_method: 'credit_card', payment_token: 'pm_card_visa' },
  step: { payment_method: 'credit_card', payment_token: 'pm_card_threeDSecure2Required' },
  paypal: { payment_method: 'paypal', payment_token: 'pm_sandbox_paypal' },
  approval: { payment_method: 'paypal', payment_token: 'pm_sandbox_paypal_approve' },
  transfer: { payment_method: 'bank_transfer' },
  declined: { payment_method: 'credit_card', payment_token: 'pm_card_visa_chargeDeclined' },
  silent: { payment_method: 'credit_card', payment_token: 'pm_sandbox_card_silent' },
} as const
type Way = keyof typeof WAYS
/** Methods after which an attempt waits for its buyer. */
const STEPS = ['step', 'approval'] as const
const NEXT = ['card', 'step', 'paypal', 'approval', 'transfer'] as const

async function buyerWithCart(): Promise<TestAccount> {
  const buyer = await signUp(market)
  await addToCart(market, buyer, product)
  return buyer
}
const press = (as: TestAccount, way: Way, key?: string) =>
  postOrder<Order & Paying>(market, as, { ...buying, expected_total: 12.5, ...WAYS[way] }, key)
type Placed = Awaited<ReturnType<typeof press>>
const answer = (paying: Placed, choice: 'approve' | 'refuse' | 'leave') => answerStep(market, paying, choice)
/** Submits the payment, completes the remaining step, and returns the order. */
async function payAnyway(buyer: TestAccount, way: Way, key: string): Promise<Order> {
  let placed = await press(buyer, way, key)
  if (placed.status === 202) {
    await answer(placed, 'approve')
    placed = await press(buyer, way, key)
  }
  expect([way, placed.status, placed.body.code]).toEqual([way, 201, undefined])
  // Repeated, as the page may have lost the response.
  expect((await press(buyer, way, key)).body.order_id).toBe(placed.body.order_id)
  return placed.body
}

/** Returns the orders of a buyer, and the amount that the provider has captured for them, in cents. */
async function takenFrom({ user_id }: TestAccount): Promise<{ orders: string[]; taken: number[] }> {
  const { rows: orders } = await sql<{ order_id: string }>`
    select order_id from orders where buyer_id = ${user_id} order by order_number`.execute(market.db)
  const { rows: intents } = await sql<{ amount_received: number }>`
    select amount_received::int from sandbox.intents where status = 'succeeded' and metadata ->> 'payment_id' in (
      select payment_id::text from payments where buyer_id = ${user_id})`.execute(market.db)
  return {
    orders: orders.map(({ order_id }) => order_id),
    taken: intents.map(({ amount_received }) => amount_received),
  }
}

/** Expects one order, paid once with this method, and no other authorised amount. */
async function expectOneOrder(buyer: TestAccount, order: Order, way: Way): Promise<void> {
  expect(order.payment_method).toBe(WAYS[way].payment_method)
  const taken = way === 'transfer' ? [] : [1250]
  expect(await takenFrom(buyer)).toEqual({ orders: [order.order_id], taken })
}

const matrix = STEPS.flatMap((first) => NEXT.filter((next) => next !== first).map((next) => [first, next] as const))

test.each(matrix)(
  '%s abandoned, then %s: the first is cancelled, and the second pays the same checkout',
  async (first, next) => {
    const buyer = await buyerWithCart()
    const left = await press(buyer, first, 'first')
    expect(left.status).toBe(202)
    await answer(left, 'leave')
    const order = await payAnyway(buyer, next, 'next')
    await expectOneOrder(buyer, order, next)
    expect((await answer(left, 'approve')).state).toBe('ended')
    await expectOneOrder(buyer, order, next)
    const { body } = await call(market, 'GET', `/api/checkouts/${left.body.checkout_id}`, { as: buyer })
    expect(body).toMatchObject({ checkout_state: 'placed', order_id: order.order_id })
    expect(await readStock(market, seller, product)).toMatchObject({ on_hand: 49, reserved: 0 })
  },
)

test.each(matrix)('%s refused or expired, then %s', async (first, next) => {
  for (const end of ['refused', 'timed out']) {
    const buyer = await buyerWithCart()
    const begun = await press(buyer, first, 'first')
    if (end === 'refused') await answer(begun, 'refuse')
    else clock.pass(16)
    const order = await payAnyway(buyer, next, 'next')
    await expectOneOrder(buyer, order, next)
    expect((await answer(begun, 'approve')).state).not.toBe('approved')
    await expectOneOrder(buyer, order, next)
  }
  await expect.poll(() => readStock(market, seller, product)).toMatchObject({ on_hand: 48, reserved: 0 })
})

test.each(NEXT)('a declined card, then %s', async (next) => {
  const buyer = await buyerWithCart()
  expect((await press(buyer, 'declined', 'first')).status).toBe(402)
  await expectOneOrder(buyer, await payAnyway(buyer, next, 'next'), next)
})

test.each(['card', 'paypal', 'transfer'] as const)(
  '%s whose response was lost: another payment method returns its order, and pays nothing',
  async (first) => {
    for (const next of NEXT.filter((way) => way !== first)) {
      const buyer = await buyerWithCart()
      const { body } = await press(buyer, first, 'first')
      const isSameRequest = WAYS[next].payment_method === WAYS[first].payment_method
      const again = await press(buyer, next, 'first')
      if (isSameRequest) expect(again).toMatchObject({ status: 201, body: { order_id: body.order_id } })
      else
        expect(again).toMatchObject(
          refusedWith(422, 'idempotency_key_reused', { details: { order_id: body.order_id } }),
        )
      expect((await press(buyer, next, 'next')).body.code).toBe('cart_empty')
      await expectOneOrder(buyer, body, first)
    }
  },
)

test('while the outcome of a card is unknown no other payment begins; then its order is returned', async () => {
  const pressed = await Promise.all(
    (['step', 'paypal', 'transfer'] as const).map(async (next) => {
      const buyer = await buyerWithCart()
      const silent = press(buyer, 'silent', 'first')
      await expect.poll(async () => (await takenFrom(buyer)).taken).toEqual([1250])
      expect(await press(buyer, next, 'next')).toMatchObject({ status: 202, body: { next: { kind: 'wait' } } })
      return { buyer, next, silent }
    }),
  )
  // Longer than the request of an attempt can last.
  clock.pass(31 / 60)
  for (const { buyer, next, silent } of pressed) {
    const shown = await press(buyer, next, 'next')
    expect(shown.status).toBe(201)
    await expectOneOrder(buyer, shown.body, 'silent')
    await silent
  }
})

test('the same key with another card is another attempt; without a card it returns the running one', async () => {
  const buyer = await buyerWithCart()
  const left = await press(buyer, 'step', 'only')
  const { checkout_id } = left.body
  const look = (path: string) => call(market, 'POST', `/api/checkouts/${checkout_id}/${path}`, { as: buyer, body: {} })
  expect((await look('payment')).body).toEqual(left.body)
  expect((await look('order')).body).toEqual(left.body)
  const other = await press(buyer, 'transfer', 'only')
  expect(other).toMatchObject(refusedWith(422, 'idempotency_key_reused'))
  expect(other.body.details).toBeUndefined()
  const placed = await press(buyer, 'card', 'only')
  expect(placed.status).toBe(201)
  await expectOneOrder(buyer, placed.body, 'card')
})

test('another address or cart cancels the running payment, or returns its order when it was paid', async () => {
  const other = (buyer: TestAccount, change: object) => postOrder(market, buyer, { ...buying, ...WAYS.card, ...change })
  const moved = { shipping_address: { ...buying.shipping_address, city: 'Shelbyville' } }
  const buyer = await buyerWithCart()
  const left = await press(buyer, 'step')
  const placed = await other(buyer, moved)
  expect(placed).toMatchObject({ status: 201, body: moved })
  expect((await answer(left, 'approve')).state).toBe('ended')
  await expectOneOrder(buyer, placed.body, 'card')

  const payer = await buyerWithCart()
  const approved = await press(payer, 'step')
  await sql`update payments set check_at = null`.execute(market.db)
  await answer(approved, 'approve')
  const shown = await other(payer, moved)
  expect(shown).toMatchObject({ status: 201, body: { shipping_address: buying.shipping_address } })
  await expectOneOrder(payer, shown.body, 'step')
})

test('a refused attempt cancels nothing: an unknown field, or a sixth attempt; a bank transfer does not count', async () => {
  const buyer = await buyerWithCart()
  const first = await press(buyer, 'step')
  const wrong = await postOrder(market, buyer, { ...buying, ...WAYS.card, payment_token: 'no spaces!' })
  expect(wrong.status).toBe(400)
  expect((await press(buyer, 'step')).body).toEqual(first.body)
  let last = first
  for (const way of ['approval', 'step', 'approval', 'step'] as const) last = await press(buyer, way)
  expect(await press(buyer, 'card')).toMatchObject(refusedWith(429, 'payment_attempts'))
  expect((await press(buyer, 'step')).body).toEqual(last.body)
  const placed = await press(buyer, 'transfer')
  expect(placed.status).toBe(201)
  expect((await answer(last, 'approve')).state).toBe('ended')
  await expectOneOrder(buyer, placed.body, 'transfer')
})

test.each(['approve', 'cancel'])(
  'a step approved in another tab while another method is chosen is paid once: %s first',
  async (first) => {
    const buyer = await buyerWithCart()
    const left = await press(buyer, 'step', 'first')
    const approve = () => answer(left, 'approve')
    const choose = () => press(buyer, 'paypal', 'next')
    const inTurn = <First, Second>(one: () => Promise<First>, two: () => Promise<Second>) =>
      inSequence(
        market.db,
        (locking) =>
          sql`select from sandbox.intents where metadata ->> 'checkout_id' = ${left.body.checkout_id} for update`.execute(
            locking,
          ),
        one,
        two,
      )
    const chosen = first === 'approve' ? (await inTurn(approve, choose))[1] : (await inTurn(choose, approve))[0]
    expect(chosen.status).toBe(201)
    await expectOneOrder(buyer, chosen.body, first === 'approve' ? 'step' : 'paypal')
    expect((await press(buyer, 'paypal', 'next')).body.order_id).toBe(chosen.body.order_id)
  },
)

test('a late report of an attempt does not take the place of the next one', async () => {
  const buyer = await buyerWithCart()
  const { checkout_id } = (await press(buyer, 'step', 'first')).body
  const next = await market.db.startTransaction().execute()
  await sql`update payments set attempts = 2, provider_ref = null, payment_state = 'created'
    where checkout_id = ${checkout_id}`.execute(next)
  const late = press(buyer, 'step', 'first')
  await untilWaiting(market.db, 1)
  await next.commit().execute()
  expect(await late).toMatchObject({ status: 202, body: { next: { kind: 'wait' } } })
  const { rows } = await sql`select provider_ref from payments where checkout_id = ${checkout_id}`.execute(market.db)
  expect(rows).toEqual([{ provider_ref: null }])
})

test('a payment that ends while it is claimed for a check is not checked again', async () => {
  const buyer = await buyerWithCart()
  const { checkout_id } = (await press(buyer, 'step')).body
  const paused = await pauseCommits(market.db, 'payments')
  const claim = { sandbox: true, now: new Date(clock().getTime() + 60_000), limit: 100 }
  const [ended] = await inSequence(
    market.db,
    paused.hold,
    () => call(market, 'DELETE', `/api/checkouts/${checkout_id}`, { as: buyer }),
    () => inTransaction(market.db, (tx) => duePayments(expiryOf).claim(tx, claim)),
  )
  await paused.end()
  expect(ended.status).toBe(204)
  const { rows } = await sql`select check_at from payments where checkout_id = ${checkout_id}`.execute(market.db)
  expect(rows).toEqual([{ check_at: null }])
})

test('of many concurrent payment methods one pays', async () => {
  const buyer = await buyerWithCart()
  const left = await press(buyer, 'step')
  const all = await Promise.all([
    ...(['card', 'paypal', 'transfer', 'card', 'paypal'] as const).map((way) => press(buyer, way)),
    answer(left, 'approve').then(() => undefined),
  ])
  // Requests that wait too long for each other have to be repeated.
  while ((await takenFrom(buyer)).orders.length === 0) {
    await sleep(50)
    await press(buyer, 'card')
  }
  const statuses = all.flatMap((placed) => placed?.status ?? [])
  expect(statuses.filter((status) => ![201, 202, 409, 429].includes(status))).toEqual([])
  const { orders, taken } = await takenFrom(buyer)
  expect(orders).toHaveLength(1)
  expect(taken.length).toBeLessThanOrEqual(1)
  expect(await readStock(market, seller, product)).toMatchObject({ on_hand: 49, reserved: 0 })
})
