import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ROLES } from '../shared/accounts/constants.ts'
import { ADMIN_ACTIONS } from '../shared/audit/constants.ts'
import { CONVERSATION_SIDES, MESSAGE_ROLES } from '../shared/conversations/constants.ts'
import {
  DELIVERED_BY,
  ORDER_EVENT_KINDS,
  ORDER_EVENT_ROLES,
  RETURN_REASONS,
  RETURN_STATES,
  SELLER_ORDER_STATES,
  SHIPMENT_STATES,
} from '../shared/fulfilment/constants.ts'
import { centsToDecimal, decimalToCents } from '../shared/kernel/money.ts'
import { ORDER_STATES, STATE_SOURCES } from '../shared/orders/constants.ts'
import {
  DISPUTE_STATES,
  EVENT_OUTCOMES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  REFUND_REASONS,
  REFUND_STATES,
} from '../shared/payments/constants.ts'
import { amountOfUnits } from '../shared/pricing/refundable.ts'
import { CHECKOUT_STATES, MOVEMENT_REASONS } from '../shared/stock/constants.ts'
import { describeSchema } from '../tests/support/describe-schema.ts'
import { openDatabaseForTests } from '../tests/support/open-for-tests.ts'

/** The lists of words that stand in `shared/` and in a constraint of the database. */
const LISTS: Record<string, readonly string[]> = {
  admin_actions_action_check: ADMIN_ACTIONS,
  checkouts_checkout_state_check: CHECKOUT_STATES,
  checkouts_payment_method_check: PAYMENT_METHODS,
  conversation_messages_by_role_check: MESSAGE_ROLES,
  conversation_sides_side_check: CONVERSATION_SIDES,
  disputes_dispute_state_check: DISPUTE_STATES,
  order_events_by_role_check: ORDER_EVENT_ROLES,
  order_events_kind_check: ORDER_EVENT_KINDS,
  order_returns_reason_check: RETURN_REASONS,
  order_returns_state_check: RETURN_STATES,
  orders_order_state_check: ORDER_STATES,
  orders_payment_method_check: PAYMENT_METHODS,
  orders_state_source_check: STATE_SOURCES,
  payment_events_outcome_check: EVENT_OUTCOMES,
  payments_payment_method_check: PAYMENT_METHODS,
  payments_payment_state_check: PAYMENT_STATES,
  refunds_reason_check: REFUND_REASONS,
  refunds_refund_state_check: REFUND_STATES,
  seller_orders_state_check: SELLER_ORDER_STATES,
  shipments_delivered_by_check: DELIVERED_BY,
  shipments_state_check: SHIPMENT_STATES,
  stock_movements_reason_check: MOVEMENT_REASONS,
  users_role_check: ROLES,
}

const { db } = await openDatabaseForTests()
const schema = await describeSchema(db)

test.each(Object.entries(LISTS))('the words of %s are those of shared/', (constraint, words) => {
  const [, checked = ''] = new RegExp(`constraint ${constraint} (CHECK .*)`).exec(schema) ?? []
  const accepted = Array.from(checked.matchAll(/'([^']*)'::text/g), ([, word]) => word)
  expect(accepted.toSorted()).toEqual(words.toSorted())
})

const paidUnits = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 * 999 }), fc.integer({ min: 1, max: 999 }), fc.nat())
  .map(([amount, quantity, any]) => ({ amount, quantity, units: any % (quantity + 1) }))

test('the database computes the amount of units as shared/pricing does', async () => {
  const lines = fc.sample(paidUnits, 5_000)
  const { rows } = await sql<{ cents: string }>`
    select amount_of_units(amount, quantity, units) as cents
    from unnest(
      ${lines.map(({ amount }) => centsToDecimal(amount))}::numeric[], ${lines.map(({ quantity }) => quantity)}::integer[],
      ${lines.map(({ units }) => units)}::bigint[]
    ) with ordinality line (amount, quantity, units, place) order by place`.execute(db)
  expect(rows.map(({ cents }) => decimalToCents(cents))).toEqual(lines.map((line) => amountOfUnits(line, line.units)))
})
