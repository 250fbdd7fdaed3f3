import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { MAX_PICTURE_MB } from './constants.ts'
import { catalogMessages } from './messages.ts'
import { productFormMessages } from './product-form-messages.ts'
import { sellerFormMessages } from './seller-form-messages.ts'

const product_not_found = withTextOf(404, () => catalogMessages.productNotFound)

export const productErrors = defineErrors('productErrors', {
  ...commonErrors,
  product_not_found,
})

const texts = defineMessages(
  'productFormErrorTexts',
  {
    pictureTooLarge: 'A picture may have up to {maxMb} MB, 40 megapixels, and 1,000 frames.',
    tooManyProducts:
      'You have {limit, number} products in the shop, which is the limit. Delete one before you add another.',
    accountFull: 'Your pictures and files may take up to {mib, number} MiB, which is the limit. Remove some first.',
  },
  { maxMb: MAX_PICTURE_MB },
)

/** Failures of the form that adds or edits a product. */
export const productFormErrors = defineErrors('productFormErrors', {
  product_not_found,
  newer_revision: { status: 409, text: 'This product has changed in the meantime.' },

  details_needed: withTextOf(400, () => productFormMessages.detailsNeeded),
  details_too_complex: { status: 400, text: 'The details have too much formatting. Please simplify them.' },
  details_too_long: { status: 400, text: 'The details are too long. Please shorten them.' },

  featured_image_needed: withTextOf(400, () => productFormMessages.featuredImageNeeded),
  too_many_pictures: withTextOf(413, () => productFormMessages.tooManyImages),
  picture_too_large: withTextOf(413, () => texts.pictureTooLarge()),
  not_a_picture: { status: 415, text: 'Pictures must be JPEG, PNG, WebP, AVIF, or GIF files.' },
  heic_picture: {
    status: 415,
    text: 'HEIC pictures cannot be read here. Please choose a JPEG, PNG, WebP, AVIF, or GIF file.',
  },
  unknown_picture: { status: 400, text: 'A picture is neither a file of this form nor one of the product.' },
  picture_gone: { status: 409, text: 'The pictures of this product have changed. Please reload the page.' },

  // The step that failed on the server.
  featured_image_failed: { status: 500, text: 'Failed to upload featured image' },
  other_images_failed: { status: 500, text: 'Failed to upload other images' },
  product_number_failed: { status: 500, text: 'Failed to fetch last product ID' },
  too_many_products: {
    status: 409,
    text: ({ limit }: { limit: number }) => texts.tooManyProducts({ limit }),
  },
  account_full: {
    status: 413,
    text: ({ mib }: { mib: number }) => texts.accountFull({ mib }),
  },

  insert_failed: { status: 500, text: 'Failed to insert new product' },
})

export const sellerErrors = defineErrors('sellerErrors', {
  seller_not_found: { status: 404, text: 'Seller not found' },
})

/** Failures of the form of a seller's page. */
export const sellerPageErrors = defineErrors('sellerPageErrors', {
  handle_taken: { status: 409, text: 'This address belongs to another seller. Please choose another.' },
  too_many_handles: {
    status: 409,
    text: 'You have changed the address of your page too often. Please choose one of your earlier addresses.',
  },
  about_too_long: withTextOf(400, () => sellerFormMessages.aboutTooLong()),
  banner_not_stored: { status: 400, text: 'The banner must be a picture that you have uploaded.' },
  newer_page: { status: 409, text: 'Your page has changed in the meantime. Please reload it.' },
})

export const synonymErrors = defineErrors('synonymErrors', {
  ...commonErrors,
  same_words: { status: 400, text: 'Both texts are the same.' },
  no_words: { status: 400, text: 'A text needs a letter or a digit.' },
  synonym_exists: { status: 409, text: 'This synonym exists already.' },
  too_many_synonyms: { status: 409, text: 'There are too many synonyms. Remove some first.' },
  synonym_not_found: { status: 404, text: 'This synonym no longer exists.' },
})
