import type { ErrorDefinitions } from '../kernel/errors.ts'
import { formatNumber } from '../kernel/locale.ts'

/** Failures of adding to a cart, and of ordering. */
export const sellingErrors = {
  sold_out: { status: 409, text: 'This product is sold out.' },
  /** `product_id` is set where the request does not name the product. */
  too_many: {
    status: 409,
    text: ({ max_per_order }: { max_per_order: number; product_id?: string | undefined }) =>
      `At most ${formatNumber(max_per_order)} of this product can be ordered at once.`,
  },
} as const satisfies ErrorDefinitions

export const stockErrors = {
  stock_changed: {
    status: 409,
    text: ({ on_hand }: { on_hand: number }) => `The stock is now ${formatNumber(on_hand)}.`,
  },
  stock_reserved: {
    status: 409,
    text: ({ reserved }: { reserved: number }) =>
      `${formatNumber(reserved)} are being paid for right now. Try again in a few minutes.`,
  },
  stock_owed: { status: 409, text: 'Enter how many you have first.' },
} as const satisfies ErrorDefinitions
