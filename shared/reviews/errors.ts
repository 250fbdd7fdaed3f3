import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

export const reviewErrors = defineErrors('reviewErrors', {
  ...commonErrors,
  buyers_only: { status: 403, text: 'Only buyers can review products.' },
  not_received: { status: 403, text: 'You can review a product once it was delivered to you.' },
  account_suspended: { status: 403, text: 'Your account is suspended.' },
  review_not_found: { status: 404, text: 'This review does not exist.' },
  already_reported: { status: 409, text: 'You have reported this review already.' },
  own_review: { status: 409, text: 'This is your own review.' },
  product_not_found: { status: 404, text: 'Product not found' },
})
