import { retryConflicts } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { toCents } from '../../../shared/kernel/money.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { createTogether } from '../../platform/data/together.ts'
import { hashOf, type OrderAttempt, orderOf, placeOrder, totalOf } from './place-order.ts'
import { placeCarts } from './place-together-queries.ts'

/** Orders in one transaction. */
const TOGETHER = 16

/** Returns `placeOrder` for several at the same time together. */
export function createPlacing(db: Db): (attempt: OrderAttempt) => Promise<Order> {
  return createTogether({
    limit: TOGETHER,
    keyOf: ({ buyerId }) => buyerId,
    together: (attempts) => retryConflicts(() => placeTogether(db, attempts)),
    alone: (attempt) => placeOrder(db, attempt),
  })
}

/** Places those orders that need no more than the usual and wait for nothing, and returns them. Changes nothing of the others. */
async function placeTogether(db: Db, attempts: readonly OrderAttempt[]): Promise<Map<OrderAttempt, Order>> {
  const [first] = attempts
  if (!first) return new Map()
  const carts = attempts.map(({ buyerId, request, key }) => ({
    buyerId,
    key,
    shippingAddress: request.shipping_address,
    paymentMethod: request.payment_method,
    expectedCents: request.expected_total === undefined ? undefined : toCents(request.expected_total),
    requestHash: hashOf(request),
  }))
  const placed = await placeCarts(db, carts, first.clock())
  return new Map(
    attempts.flatMap((attempt) => {
      const { buyerId, request } = attempt
      const given = placed.get(buyerId)
      if (!given) return []
      const { order_id, created_at, lines } = given
      const cents = totalOf(lines, request.expected_total)
      return [[attempt, { order_id, created_at, ...orderOf(buyerId, request, { cents, lines }) }] as const]
    }),
  )
}
