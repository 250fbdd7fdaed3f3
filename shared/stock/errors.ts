import { defineErrors, defineMessages } from '../kernel/define-messages.ts'

const texts = defineMessages('sellingErrorTexts', {
  tooMany: 'At most {maxPerOrder, number} of this product can be ordered at once.',
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
