import { expect, test } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { type Corruptions, corruptionsOf, expectBroken } from '../../../tests/support/broken-rule.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildStocked, buying } from '../../../tests/support/stock.ts'
import { checkRows } from './check-invariants.ts'

// One paid order, and a checkout whose buyer still has a step to complete.
const market = await openForTests({ config: { payments: 'sandbox', sandbox: 'calm' } })
const seller = await signUp(market, { role: 'seller' })
const { product_id } = await buildStocked(market, seller, { set: 9 })
for (const token of ['pm_card_visa', 'pm_card_threeDSecure2Required']) {
  const buyer = await signUp(market)
  await addToCart(market, buyer, product_id)
  const body = { ...buying, payment_method: 'credit_card', payment_token: token }
  expect((await call(market, 'POST', '/api/orders', { as: buyer, body })).status).toBeLessThan(300)
}

test('paid orders and checkouts being paid break no rule', async () => {
  expect(await checkRows(market.db)).toMatchObject({ findings: [], remarks: [] })
})

const ORDER = 'what is paid has its order, or went back'
const CURRENCY = 'payments are in the currency of the marketplace'
const REFUNDS = 'refunds are no more than was captured, and payments have their sum'
const RUNNING = 'a checkout that is being paid has a payment that runs'
const RECEIPTS = 'what came by bank transfer is what its payments have'
const CANCELLED = 'what is cancelled of a paid order, or comes back, is refunded'
const WORTH = 'what goes back for a seller order is no more than it is worth, and for units than those that are gone'
const EVENTS = 'events of payment providers are applied within three days'

const refund = (state: string, amount: string) =>
  `insert into refunds (refund_id, payment_number, order_number, amount, reason, refund_state, created_at, ended_at)
   select gen_random_uuid(), payment_number, order_number, ${amount}, 'goodwill', '${state}', now(),
     case when '${state}' = 'succeeded' then now() end
   from payments where payment_state = 'paid'`

/** Returns SQL for a refund of the paid seller order. */
const refundOfSeller = (amount: string, reason: string, ofUnits: boolean) =>
  `insert into refunds (refund_id, payment_number, order_number, seller_id, amount, reason, refund_state, of_units, created_at)
   select gen_random_uuid(), payment_number, order_number, seller_id, ${amount}, '${reason}', 'requested', ${ofUnits}, now()
   from payments join seller_orders using (order_number)`
const cancelled = `update order_lines set cancelled = quantity where order_number in (select order_number from payments)`

/** Each corrupts one thing, and is found by the named rule. */
const spoiled: Corruptions = {
  [CURRENCY]: { 'a payment in another currency': `update payments set currency = 'eur'` },
  [ORDER]: {
    'a payment of another amount': `update payments set amount = amount + 1 where payment_state = 'paid'`,
    'a payment without its order': `update payments set order_number = null where payment_state = 'paid'`,
  },
  [REFUNDS]: {
    'a refund that is not counted': refund('succeeded', 'captured'),
    'more refunds than was captured': refund('requested', 'captured + 1'),
  },
  [RUNNING]: {
    'a payment that is not looked at': `update payments set check_at = null where check_at is not null`,
    'a checkout whose payment has ended': `update payments set payment_state = 'declined' where payment_state = 'requires_action'`,
    'a payment of a checkout that is open': `update checkouts set checkout_state = 'open' where checkout_state = 'paying'`,
  },
  [RECEIPTS]: {
    'money of a bank transfer that has no receipt': `update payments set provider = 'offline', provider_ref = null where payment_state = 'paid'`,
  },
  [CANCELLED]: {
    'units of a paid order that are cancelled and not refunded': `update seller_orders set cancelled_goods = goods where order_number in (select order_number from payments)`,
  },
  [WORTH]: {
    'a refund for units that are not cancelled': refundOfSeller('goods', 'cancelled', true),
    'a refund for units that were refunded by hand before': `${cancelled}; ${refundOfSeller('goods / 2', 'cancelled', false)}; ${refundOfSeller('goods', 'cancelled', true)}`,
    'more refunds than a seller order is worth': `${refundOfSeller('goods', 'returned', false)}; ${refundOfSeller('1', 'goodwill', false)}`,
  },
  [EVENTS]: {
    'an event that is forgotten': `insert into payment_events (provider, sandbox, event_id, event_type, received_at)
     values ('stripe', true, 'evt_forgotten', 'charge.refunded', now() - interval '4 days')`,
  },
}

test.each(corruptionsOf(spoiled))('%s is found', (_, statements, rule) => expectBroken(market.db, statements, rule))
