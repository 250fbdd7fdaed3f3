import { formatNumber } from '../kernel/locale.ts'
import { pictureMessages } from '../kernel/picture-messages.ts'
import type { RefusalDetails, RefusalTexts } from '../kernel/refusals.ts'
import { MAX_PICTURE_MB } from './constants.ts'
import { catalogMessages } from './messages.ts'
import { productFormMessages } from './product-form-messages.ts'

export const productFormRefusals = {
  product_not_found: catalogMessages.productNotFound,
  newer_revision: 'This product has changed in the meantime.',

  details_needed: productFormMessages.detailsNeeded,
  details_too_complex: 'The details have too much formatting. Please simplify them.',
  details_too_long: 'The details are too long. Please shorten them.',

  featured_image_needed: productFormMessages.featuredImageNeeded,
  too_many_pictures: productFormMessages.tooManyImages,
  picture_too_large: `A picture may have up to ${MAX_PICTURE_MB} MB, 40 megapixels, and 1,000 frames.`,
  not_a_picture: 'Pictures must be JPEG, PNG, WebP, AVIF, or GIF files.',
  heic_picture: pictureMessages.heicPicture,
  picture_gone: 'The pictures of this product have changed. Please reload the page.',

  featured_image_failed: productFormMessages.featuredImageFailed,
  other_images_failed: productFormMessages.otherImagesFailed,
  product_number_failed: productFormMessages.productNumberFailed,
  too_many_products: ({ limit }: RefusalDetails) =>
    `You have ${formatNumber(Number(limit))} products in the shop, which is the limit. Delete one before you add another.`,
  account_full: ({ mib }: RefusalDetails) =>
    `Your pictures and files may take up to ${formatNumber(Number(mib))} MiB, which is the limit. Remove some first.`,

  insert_failed: productFormMessages.insertFailed,
} as const satisfies RefusalTexts
