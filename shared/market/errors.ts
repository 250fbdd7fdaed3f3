import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { roomErrors } from '../site-pages/room-errors.ts'

/** Failures of the forms of the marketplace's settings. */
export const marketErrors = defineErrors('marketErrors', {
  ...commonErrors,
  ...rightErrors,
  ...roomErrors,
  picture_too_large: { status: 413, text: 'The picture may have up to 1 MB and 40 megapixels.' },
  not_a_picture: { status: 415, text: 'Please choose a PNG, JPEG, WebP, or AVIF file that does not move.' },
  icon_not_square: { status: 400, text: 'An icon must be square, with a side of at least 512 pixels.' },
  currency_in_use: {
    status: 409,
    text: 'The currency stays, as there are products, delivery prices, orders or payments in it.',
  },
  time_zone_set: { status: 409, text: 'The time zone is set by TIME_ZONE on the server.' },
  time_zone_unknown: { status: 400, text: 'The database does not know this time zone.' },
  newer_revision: { status: 409, text: 'These settings have changed in the meantime.' },
})
