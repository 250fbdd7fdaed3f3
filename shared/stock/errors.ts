import { defineErrors, defineMessages } from '../kernel/define-messages.ts'

const texts = defineMessages('stockErrorTexts', {
  tooMany: 'At most {maxPerOrder, number} of this product can be ordered at once.',
  changed: 'The stock is now {onHand, number}.',
  reserved: '{units, number} are being paid for right now. Try again in a few minutes.',
})

/** Failures of adding to a cart, and of ordering. */
export const sellingErrors = defineErrors('sellingErrors', {
  sold_out: { status: 409, text: 'This product is sold out.' },
  /** `product_id` is set where the request does not name the product. */
  too_many: {
    status: 409,
    text: ({ max_per_order }: { max_per_order: number; product_id?: string | undefined }) =>
      texts.tooMany({ maxPerOrder: max_per_order }),
  },
})

export const stockErrors = defineErrors('stockErrors', {
  stock_changed: {
    status: 409,
    text: ({ on_hand }: { on_hand: number }) => texts.changed({ onHand: on_hand }),
  },
  stock_reserved: {
    status: 409,
    text: ({ reserved }: { reserved: number }) => texts.reserved({ units: reserved }),
  },
  stock_owed: { status: 409, text: 'Enter how many you have first.' },
})
