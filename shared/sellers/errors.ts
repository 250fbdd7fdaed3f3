import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { MAX_DOCUMENT_MB, MAX_FIX_DAYS } from './constants.ts'

const texts = defineMessages(
  'sellerErrorTexts',
  {
    tooLarge: 'A document may have up to {maxMb} MB.',
    fixByOutOfRange: 'Please choose a day from today on, within {maxDays} days.',
  },
  { maxMb: MAX_DOCUMENT_MB, maxDays: MAX_FIX_DAYS },
)

/** Failures of sellers' declarations and requests for approval, of decisions about them, and of hiding products. */
export const shopErrors = defineErrors('shopErrors', {
  ...commonErrors,
  ...rightErrors,
  seller_not_found: { status: 404, text: 'Seller not found' },
  product_not_found: { status: 404, text: 'Product not found' },
  newer_revision: { status: 409, text: 'This was changed in the meantime. Please reload the page.' },
  approval_off: { status: 409, text: 'Sellers do not need approval at the moment.' },
  already_asked: { status: 409, text: 'You have already requested approval, or your shop is approved.' },
  facts_missing: { status: 409, text: 'Please complete the missing details first.' },
  seller_suspended: { status: 409, text: 'This seller is suspended. Reinstate the account first.' },
  nothing_asked: { status: 409, text: 'This seller has not requested approval.' },
  fix_by_out_of_range: withTextOf(400, () => texts.fixByOutOfRange()),
  document_not_found: { status: 404, text: 'There is no document.' },
  document_too_large: withTextOf(413, () => texts.tooLarge()),
  not_a_document: { status: 415, text: 'Documents must be PDF, JPEG, or PNG files.' },
  one_document: { status: 400, text: 'Please send one document.' },
  already_hidden: { status: 409, text: 'This product is hidden already.' },
  hidden_product_not_found: { status: 404, text: 'This product is not hidden.' },
})
