import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { productFormRefusals } from '../../../../shared/catalog/product-form-refusals.ts'
import { sellerPageRefusals } from '../../../../shared/catalog/seller-form-messages.ts'
import { sellerRefusals } from '../../../../shared/catalog/seller-messages.ts'
import { stockRefusals } from '../../../../shared/stock/seller-messages.ts'
import { AppError } from '../../../platform/http/errors.ts'

type PlainRefusal = {
  [Code in keyof typeof productFormRefusals]: (typeof productFormRefusals)[Code] extends string ? Code : never
}[keyof typeof productFormRefusals]

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)

/** For a form with a part that is missing, duplicated, too long or malformed. */
export const malformedForm = (message: string) => new AppError(400, 'invalid_request', message)
export const notAForm = () =>
  new AppError(415, 'unsupported_media_type', 'A product is sent as a form with files (multipart/form-data).')
export const featuredImageNeeded = () => refused(400, 'featured_image_needed')
export const detailsNeeded = () => refused(400, 'details_needed')
export const detailsTooComplex = () => refused(400, 'details_too_complex')
export const detailsTooLong = () => refused(400, 'details_too_long')
export const unknownPicture = (name: string) =>
  new AppError(
    400,
    'unknown_picture',
    `images: ${JSON.stringify(name)} is neither a file of this form nor a picture of the product`,
  )
export const tooManyPictures = () => refused(413, 'too_many_pictures')
export const pictureTooLarge = () => refused(413, 'picture_too_large')
export const notAPicture = () => refused(415, 'not_a_picture')
export const heicPicture = () => refused(415, 'heic_picture')
export const newerRevision = () => refused(409, 'newer_revision')

export const tooManyProducts = (limit: number) =>
  new AppError(409, 'too_many_products', productFormRefusals.too_many_products({ limit }), { details: { limit } })

export const invalidStock = (message: string) => new AppError(400, 'invalid_request', message)
export const stockChanged = (on_hand: number) =>
  new AppError(409, 'stock_changed', stockRefusals.stock_changed({ on_hand }), { details: { on_hand } })
export const stockReserved = (reserved: number) =>
  new AppError(409, 'stock_reserved', stockRefusals.stock_reserved({ reserved }), { details: { reserved } })
export const stockOwed = () => new AppError(409, 'stock_owed', stockRefusals.stock_owed)

function refused(status: number, code: PlainRefusal): AppError {
  return new AppError(status, code, productFormRefusals[code])
}

export const sellerNotFound = () => new AppError(404, 'seller_not_found', sellerRefusals.seller_not_found)
export const handleTaken = () => pageRefused(409, 'handle_taken')
export const tooManyHandles = () => pageRefused(409, 'too_many_handles')
export const newerPage = () => pageRefused(409, 'newer_page')
export const aboutTooLong = () => pageRefused(400, 'about_too_long')
export const bannerNotStored = () => pageRefused(400, 'banner_not_stored')

function pageRefused(status: number, code: keyof typeof sellerPageRefusals): AppError {
  return new AppError(status, code, sellerPageRefusals[code])
}
