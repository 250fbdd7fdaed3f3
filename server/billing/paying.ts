import type { Order } from '../../shared/orders/schema.ts'
import type { Paying } from '../../shared/payments/schema.ts'

/** Returns whether an order was placed, rather than its payment still running. */
export function isPlaced(response: Order | Paying): response is Order {
  return 'order_id' in response
}
