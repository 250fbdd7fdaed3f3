import type { Order } from '../../../shared/orders/schema.ts'

/** Returns whether an order is cancelled or returned: nothing more is sent of it, whatever its sellers have still open. */
export function isEnded({ order_state }: Pick<Order, 'order_state'>): boolean {
  return order_state === 'cancelled' || order_state === 'returned'
}
