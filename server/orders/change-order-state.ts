import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { displayName } from '../../shared/account/rules.ts'
import { ORDER_HISTORY_COUNT } from '../../shared/admin/constants.ts'
import type { AdminOrder, ChangeOrderState, OrderChange } from '../../shared/admin/schema.ts'
import type { OrderState } from '../../shared/orders/constants.ts'
import { type Acting, insertActions, listActions } from '../platform/admin-actions-queries.ts'
import { lockOrderState, setOrderState } from './admin-queries.ts'
import { adminOrderNotFound, orderChanged } from './errors.ts'
import { findOrder } from './queries.ts'

/**
 * Sets the state of an order and writes down who did it. Setting the state it has changes nothing, so a call whose
 * answer was lost can be made again. Throws 404, and 409 when the order is no longer in the state the admin saw.
 */
export function changeOrderState(
  db: Db,
  by: Acting,
  orderId: string,
  { order_state, from }: ChangeOrderState,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const present = await lockOrderState(tx, orderId)
    if (!present) throw adminOrderNotFound()
    if (order_state === present) return
    if (from !== undefined && from !== present) throw orderChanged(present)
    await setOrderState(tx, orderId, order_state)
    await insertActions(tx, by, 'order_state', [{ target: orderId, from: present, to: order_state }])
  })
}

/** An order with the history of its state. Throws 404. */
export async function readAdminOrder(db: Db, orderId: string): Promise<AdminOrder> {
  const [order, changes] = await Promise.all([
    findOrder(db, orderId),
    listActions(db, 'order_state', orderId, ORDER_HISTORY_COUNT),
  ])
  if (!order) throw adminOrderNotFound()
  return { ...order, history: changes.map(toChange) }
}

function toChange(change: Awaited<ReturnType<typeof listActions>>[number]): OrderChange {
  return {
    admin_id: change.admin_id,
    admin_name: displayName({ display_name: change.user_metadata.display_name, email: change.email }),
    created_at: change.created_at.toISOString(),
    // The table's values for this kind of action are states.
    from: change.from_value as OrderState,
    to: change.to_value as OrderState,
  }
}
