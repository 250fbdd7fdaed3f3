import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import type { Acting } from '../../people/audit/queries.ts'
import { lockMatching, type Match } from '../../platform/data/lock-matching.ts'
import { listStates, lockOrders, setOrderStates } from './admin-queries.ts'
import { recordOrderStates } from './change-order-state.ts'

/**
 * Sets the state of all matching orders, with audit log and notifications as in `recordOrderStates`; returns their
 * numbers.
 */
export function changeMatchingOrders(db: Db, by: Acting, match: Match, order_state: OrderState): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const numbers = await lockMatching(tx, match, lockOrders)
    const changing = (await listStates(tx, numbers)).filter((order) => order.order_state !== order_state)
    await setOrderStates(tx, changing, order_state)
    await recordOrderStates(tx, by, changing, order_state)
    return numbers
  })
}
