import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { createTogether } from '../data/together.ts'
import { isOrderable, newOrderOf, type OrderAttempt, placeOrder } from './place-order.ts'
import { insertOrders, lockCheckouts } from './place-together-queries.ts'

/** Orders in one transaction. */
const TOGETHER = 16

/**
 * Returns a function that places an order as `placeOrder` does: together with those that come at the same time, as all wait for
 * the counter anyway.
 */
export function createPlacing(db: Db): (attempt: OrderAttempt) => Promise<Order> {
  return createTogether({
    limit: TOGETHER,
    keyOf: ({ buyerId }) => buyerId,
    together: (attempts) => inTransaction(db, (tx) => placeTogether(tx, attempts)),
    alone: (attempt) => placeOrder(db, attempt),
  })
}

/** Places those orders that need no more than the usual and wait for nothing, and returns them. Changes nothing of the others. */
async function placeTogether(tx: Tx, attempts: readonly OrderAttempt[]): Promise<Map<OrderAttempt, Order>> {
  const linesOf = await lockCheckouts(tx, attempts)
  const ready = attempts.flatMap((attempt) => {
    const lines = linesOf.get(attempt.buyerId) ?? []
    return isOrderable(lines, attempt.request.expected_total) ? [{ attempt, placing: newOrderOf(attempt, lines) }] : []
  })
  const [first] = ready
  if (!first) return new Map()
  const placings = ready.map(({ placing }) => placing)
  const given = await insertOrders(tx, placings, first.placing.now)
  return new Map(
    ready.flatMap(({ attempt, placing: { order } }) => {
      const numbered = given.get(order.buyer_id)
      return numbered ? [[attempt, { ...numbered, ...order }] as const] : []
    }),
  )
}
