import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { ORDER_HISTORY_COUNT, type OrderState } from '../../../shared/orders/constants.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { AdminOrder, ChangeOrderState, OrderChange } from '../../../shared/orders/schema.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { acting } from '../../people/audit/acting.ts'
import { type Acting, insertActions, listActions, type RecordedChange } from '../../people/audit/queries.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { lockMatching, type Match } from '../../platform/data/lock-matching.ts'
import { listOrderPayments, paymentField } from '../payments/order-payment-queries.ts'
import {
  followIfSame,
  insertStateEvents,
  listStates,
  lockOrderState,
  lockOrders,
  readStateOrigin,
  setOrderStates,
} from './admin-queries.ts'
import { adminOrderError } from './errors.ts'
import { listSellerParts } from './fulfilment-queries.ts'
import { findOrder } from './queries.ts'

/**
 * Sets the state of an order, but not of its seller orders. Setting the current state changes nothing, so that a call
 * can be retried, except that an order whose seller orders have that state follows them again. Throws AppError 404, and
 * 409 when the state differs from the one the admin saw.
 */
function changeOrderState(db: Db, by: Acting, orderId: string, { order_state, from }: ChangeOrderState): Promise<void> {
  return inTransaction(db, async (tx) => {
    const present = await lockOrderState(tx, orderId)
    if (!present) throw adminOrderError('order_not_found')
    if (order_state === present) return followIfSame(tx, orderId)
    if (from !== undefined && from !== present) throw adminOrderError('order_changed', { order_state: present })
    const orders = [{ order_id: orderId, order_state: present }]
    await setOrderStates(tx, orders, order_state)
    await recordOrderStates(tx, by, orders, order_state)
  })
}

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

/** Sets an order's state for an admin, and logs it; returns the order. Throws AppError 404, 409. */
export async function changeOrderAsAdmin(
  request: FastifyRequest,
  { db, clock }: { db: Db; clock: Clock },
  orderId: string,
  change: ChangeOrderState,
): Promise<AdminOrder> {
  const by = acting(request, clock, change.reason)
  await changeOrderState(db, by, orderId, change)
  const { admin_id } = by
  request.log.info({ event: 'order_state_changed', admin_id, order_id: orderId, to: change.order_state })
  return readAdminOrder(db, orderId)
}

/** Logs state changes of orders, and notifies the sellers of unusual ones and of those with a reason. */
async function recordOrderStates(
  tx: Tx,
  by: Acting,
  orders: readonly { order_id: string; order_state: OrderState }[],
  to: OrderState,
  { automatic = false } = {},
): Promise<void> {
  // Sellers see the usual states in their lists.
  const isNoticed = by.reason !== undefined || to === 'cancelled' || to === 'returned'
  const changes: RecordedChange[] = []
  for (const { order_id, order_state } of orders) {
    const parts = isNoticed ? await listSellerParts(tx, orderNumberOf(order_id)) : []
    const seller_ids = parts.map(({ seller_id }) => seller_id)
    changes.push({ target: order_id, from: order_state, to, notice: { seller_ids, subject: order_id } })
  }
  await insertActions(tx, by, 'order_state', changes)
  await insertStateEvents(tx, by, orders, { to, automatic })
}

/** Lets an order's state follow its seller orders again, and logs it. Throws AppError 404. */
export function followSellerOrders(db: Db, by: Acting, orderId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const present = await lockOrderState(tx, orderId)
    if (!present) throw adminOrderError('order_not_found')
    const { state_source, derived_state } = await readStateOrigin(tx, orderId)
    if (state_source === 'seller_orders') return
    const orders = [{ order_id: orderId, order_state: present }]
    if (derived_state !== present) {
      await setOrderStates(tx, orders, derived_state)
      await recordOrderStates(tx, by, orders, derived_state, { automatic: true })
    } else {
      await followIfSame(tx, orderId)
      await insertStateEvents(tx, by, orders, { to: derived_state, automatic: true })
    }
  })
}

/** Returns an order with the history of its state. Throws AppError 404. */
export async function readAdminOrder(db: Db, orderId: string): Promise<AdminOrder> {
  const [order, changes, payments] = await Promise.all([
    findOrder(db, orderId),
    listActions(db, 'order_state', orderId, ORDER_HISTORY_COUNT),
    listOrderPayments(db, [orderNumberOf(orderId)]),
  ])
  if (!order) throw adminOrderError('order_not_found')
  const origin = await readStateOrigin(db, orderId)
  const sellers = order.lines.map(({ seller_id }) => seller_id)
  const involved = [order.buyer_id, ...sellers, ...changes.map((change) => change.admin_id)]
  const contacts = await readContacts(db, [...new Set(involved)])
  const nameOf = (userId: string) => contacts.get(userId)?.name ?? ''
  const history = changes.map(
    ({ admin_id, created_at, from_value, to_value, reason }): OrderChange => ({
      admin_id,
      admin_name: nameOf(admin_id),
      created_at: created_at.toISOString(),
      // The values of this kind of action are states.
      from: from_value as OrderState,
      to: to_value as OrderState,
      reason,
    }),
  )
  const lines = order.lines.map((line) => ({ ...line, seller_name: nameOf(line.seller_id) }))
  const buyer = contacts.get(order.buyer_id) ?? { name: '', email: null }
  return { ...order, ...origin, buyer, lines, history, ...paymentField(payments.get(orderNumberOf(orderId))) }
}
