import { catalogMessages } from '../../shared/catalog/messages.ts'
import { sellerMessages } from '../../shared/seller/messages.ts'
import { AppError } from '../platform/errors.ts'

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)

/** For a form that cannot be read: a part that is missing, double, too long or not what it should be. */
export const malformedForm = (message: string) => new AppError(400, 'invalid_request', message)
export const notAForm = () =>
  new AppError(415, 'unsupported_media_type', 'A product is sent as a form with files (multipart/form-data).')
export const featuredImageNeeded = () => new AppError(400, 'featured_image_needed', sellerMessages.featuredImageNeeded)
export const detailsNeeded = () => new AppError(400, 'invalid_request', 'product_desc: must not be empty')
export const detailsTooLong = () => new AppError(400, 'invalid_request', 'product_desc: is too long')
export const unknownPicture = (name: string) =>
  new AppError(
    400,
    'unknown_picture',
    `images: ${JSON.stringify(name)} is neither a file of this form nor a picture of the product`,
  )
export const tooManyPictures = () => new AppError(413, 'too_many_pictures', sellerMessages.tooManyImages)
export const pictureTooLarge = () => new AppError(413, 'too_large', 'A picture has at most 5 MB and 40 megapixels.')
export const notAPicture = () => new AppError(415, 'not_a_picture', 'Pictures are JPEG, PNG, WebP or GIF files.')
export const newerRevision = () =>
  new AppError(409, 'newer_revision', 'This product was changed meanwhile. Load it again to see the changes.')
