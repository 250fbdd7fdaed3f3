import { cartMessages } from '../cart/messages.ts'
import { deliveryMessages, notDeliveredText } from '../delivery/messages.ts'
import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { formatAmount } from '../kernel/money.ts'
import { checkoutMessages } from '../orders/checkout-messages.ts'
import type { ChangedTotal } from '../orders/schema.ts'
import { reservationMessages } from './messages.ts'

interface Short {
  lines: { product_id: string; product_name: string; available: number }[]
}

interface NotDelivered {
  sellers: { seller_id: string; seller: string; product_ids: string[] }[]
  /** The name of the country, or the text of the address; empty for none. */
  country: string
}

interface MethodGone {
  seller_id: string
  seller: string
  /** The current methods, which a quote describes. */
  methods: { method_id: string; name: string; price: number }[]
}

const texts = defineMessages('checkoutErrorTexts', {
  keyReused: 'This Idempotency-Key was used for another request.',
  placed: 'This checkout has been ordered.',
})

/** Failures of a checkout, from the cart to the order. */
export const checkoutErrors = defineErrors('checkoutErrors', {
  buyers_only: withTextOf(403, () => cartMessages.noPurchaseForSellersAndAdmins),
  cart_empty: withTextOf(409, () => cartMessages.empty),
  /** Products deleted since they were added to the cart. */
  product_gone: {
    status: 409,
    text: ({ product_names }: { product_ids: string[]; product_names: string[] }) =>
      checkoutMessages.unavailable({ names: product_names }),
  },
  /** A price or the cart has changed since the page was shown. */
  total_changed: {
    status: 409,
    text: ({ total }: ChangedTotal) => checkoutMessages.totalIsNow({ amount: formatAmount(total) }),
  },
  insufficient_stock: {
    status: 409,
    text: ({ lines }: Short) =>
      reservationMessages.notEnough({
        lines: lines.map(({ product_name, available }) =>
          reservationMessages.line({ name: product_name, left: available }),
        ),
      }),
  },
  not_delivered_there: {
    status: 409,
    text: ({ sellers, country }: NotDelivered) =>
      notDeliveredText(
        sellers.map(({ seller }) => seller),
        country,
      ),
  },
  method_gone: {
    status: 409,
    text: ({ seller }: MethodGone) => deliveryMessages.methodGone({ seller }),
  },
  checkout_expired: { status: 409, text: 'Your reservation has run out. Your cart is unchanged.' },
  checkout_not_found: { status: 404, text: 'There is no such checkout.' },
  checkout_placed: { status: 409, text: (_: { order_id: string }) => texts.placed },
  /** `order_id` is the order of the first request, if there is one. */
  idempotency_key_reused: {
    status: 422,
    text: (_: { order_id?: string | undefined } | undefined) => texts.keyReused,
  },
})
