import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { type Corruptions, corruptionsOf, expectBroken } from '../../../tests/support/broken-rule.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildStocked, buying } from '../../../tests/support/stock.ts'
import { checkRows, rulesOfRows } from './check-invariants.ts'
import { countViolations } from './queries.ts'
import { lateCheckouts } from './stock-rules-queries.ts'

// The first product has units on hand, reserved by a running checkout, and sold by a checkout that was placed.
const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
const { product_id } = await buildStocked(market, seller, { set: 9 })
await buildStocked(market, seller, { set: 3 })
const [buyer, rival] = [await signUp(market), await signUp(market)]
const begin = async (as: TestAccount) => {
  await addToCart(market, as, product_id, 2)
  return (await call<Checkout>(market, 'POST', '/api/checkouts', { as, body: buying })).body.checkout_id
}
const placed = await call(market, 'POST', `/api/checkouts/${await begin(buyer)}/order`, { as: buyer })
expect(placed.status).toBe(201)
await begin(rival)

test('tracked, reserved and sold stock breaks no rule', async () => {
  expect(await checkRows(market.db)).toMatchObject({ findings: [], remarks: [] })
})

const RESERVED = 'reserved stock is what running checkouts have reserved'
const ON_HAND = 'what is on hand is the sum of the movements'
const SOLD = 'movements of sold units are lines of their orders'
const PLACED = 'a placed checkout is its order'

/** Each corrupts one thing, and is found by the named rule. */
const spoiled: Corruptions = {
  [RESERVED]: {
    'a reservation that is lost': `update stock set reserved = 0`,
    'a reservation of nothing': `update stock set reserved = 1 where product_number = 2`,
    'a checkout that ended and reserves on': `update checkouts set checkout_state = 'expired', ended_at = now() where checkout_state = 'open'`,
  },
  [ON_HAND]: {
    'units from nowhere': `update stock set on_hand = on_hand + 1 where product_number = 1`,
    'a stock without movements': `delete from stock_movements where product_number = 2`,
    'movements without a stock': `delete from stock where product_number = 2`,
    'a last movement that ends elsewhere': `update stock_movements set on_hand_after = on_hand_after + 1 where reason = 'sold'`,
  },
  [SOLD]: {
    'an order that is taken from the stock twice': `insert into stock_movements (product_number, change, on_hand_after, reason, order_number, created_at)
       select product_number, change, on_hand_after + change, reason, order_number, now()
       from stock_movements where reason = 'sold';
      update stock set on_hand = on_hand - 2 where product_number = 1`,
    'fewer units taken than sold': `update stock_movements set change = change + 1, on_hand_after = on_hand_after + 1 where reason = 'sold';
      update stock set on_hand = on_hand + 1 where product_number = 1`,
    'an order that took nothing': `delete from stock_movements where reason = 'sold';
      update stock set on_hand = on_hand + 2, counted_since = now() - interval '1 day' where product_number = 1`,
  },
  'values in stock are legal': {
    'less on hand than reserved, without a backorder': `alter table stock drop constraint stock_check;
      update stock set on_hand = 1 where product_number = 1;
      alter table stock add constraint stock_check check (backorder or on_hand >= reserved) not valid`,
  },
  [PLACED]: {
    "a placed checkout with another buyer's order": `update checkouts set buyer_id = (select id from users where role = 'seller' limit 1) where checkout_state = 'placed'`,
    'a placed checkout with another total': `update checkouts set total_count = total_count + 1 where checkout_state = 'placed'`,
    'a placed checkout with lines of its own': `insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
       select checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount
       from order_lines join checkouts using (order_number) where checkout_state = 'placed'`,
  },
  'no checkout runs more than an hour after its time': {
    'a checkout that runs on and on': `update checkouts set expires_at = now() - interval '61 minutes' where checkout_state = 'open'`,
  },
}

test.each(corruptionsOf(spoiled))('%s is found', (_, statements, rule) => expectBroken(market.db, statements, rule))

test('a checkout that should have ended five minutes ago is a remark, and breaks no rule', async () => {
  // In a transaction, so that the job does not end the checkout.
  const tx = await market.db.startTransaction().execute()
  const endsAgo = async (minutes: number) => {
    await sql`
      update checkouts set expires_at = now() - ${minutes} * interval '1 minute' where checkout_state = 'open'`.execute(
      tx,
    )
    const broken = (await rulesOfRows(tx)).map((rule) => countViolations(tx, rule))
    expect((await Promise.all(broken)).filter(({ count }) => count)).toEqual([])
    return (await countViolations(tx, lateCheckouts)).count
  }
  try {
    expect([await endsAgo(4), await endsAgo(6)]).toEqual([0, 1])
  } finally {
    await tx.rollback().execute()
  }
})
