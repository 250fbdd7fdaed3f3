import { cartMessages } from '../cart/messages.ts'
import type { ErrorDefinitions } from '../kernel/errors.ts'
import { formatDollars } from '../kernel/money.ts'
import { checkoutMessages } from '../orders/checkout-messages.ts'
import type { ChangedTotal } from '../orders/schema.ts'
import { reservationMessages } from './messages.ts'

interface Short {
  lines: { product_id: string; product_name: string; available: number }[]
}

/** Failures of a checkout, from the cart to the order. */
export const checkoutErrors = {
  buyers_only: { status: 403, text: cartMessages.noPurchaseForSellersAndAdmins },
  cart_empty: { status: 409, text: cartMessages.empty },
  /** Products deleted since they were added to the cart. */
  product_gone: {
    status: 409,
    text: ({ product_names }: { product_ids: string[]; product_names: string[] }) =>
      checkoutMessages.unavailable({ names: product_names }),
  },
  /** A price or the cart has changed since the page was shown. */
  total_changed: { status: 409, text: ({ total }: ChangedTotal) => checkoutMessages.totalIsNow({ amount: formatDollars(total) }) },
  insufficient_stock: {
    status: 409,
    text: ({ lines }: Short) =>
      reservationMessages.notEnough(
        lines.map(({ product_name, available }) => reservationMessages.line(product_name, available)),
      ),
  },
  checkout_expired: { status: 409, text: 'Your reservation has run out. Your cart is unchanged.' },
  checkout_not_found: { status: 404, text: 'There is no such checkout.' },
  /** `order_id` is the order of the first request, if there is one. */
  idempotency_key_reused: {
    status: 422,
    text: (_: { order_id?: string | undefined } | undefined) => 'This Idempotency-Key was used for another request.',
  },
} as const satisfies ErrorDefinitions
