import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { bannerMessages } from './messages.ts'

/** Failures of the pages on which admins edit banners. */
export const bannerErrors = defineErrors('bannerErrors', {
  ...commonErrors,
  ...rightErrors,
  banner_not_found: { status: 404, text: 'This banner does not exist.' },
  newer_revision: { status: 409, text: 'The banners have changed in the meantime. Please reload the page.' },
  too_many_banners: { status: 409, text: 'There are 8 banners already. Delete one before you add another.' },
  last_banner: {
    status: 409,
    text: 'The last banner cannot be deleted. Give it an end to show the home page without banners.',
  },
  ends_before_start: withTextOf(400, () => bannerMessages.endsBeforeStart),
  picture_too_large: { status: 413, text: 'The picture may have up to 10 MB and 40 megapixels.' },
  not_a_picture: { status: 415, text: 'Please choose a PNG, JPEG, WebP, or AVIF file that does not move.' },
  picture_too_narrow: { status: 400, text: 'The picture must be at least 1600 pixels wide.' },
})
