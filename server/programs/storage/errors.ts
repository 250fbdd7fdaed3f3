import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { TOO_MANY_PICTURES } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { bannerErrors } from '../../../shared/banners/errors.ts'
import { productFormErrors } from '../../../shared/catalog/errors.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { AppError, AuthenticationFailed, errorsOf } from '../../platform/http/errors.ts'
import { logFailure, toAppError } from '../../platform/http/render-errors.ts'

/** An error of the storage protocol: the HTTP status is 400, the real one is in the body. */
class StorageRefusal extends AppError {
  readonly statusCode: string
  readonly error: string

  constructor(statusCode: string, error: string, code: string, message: string, cause?: unknown) {
    super(400, code, message, { cause })
    this.statusCode = statusCode
    this.error = error
  }
}

export const bucketNotFound = () => new StorageRefusal('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found')
export const objectNotFound = () => new StorageRefusal('404', 'not_found', 'NoSuchKey', 'Object not found')
export const authorizationMissing = () => invalidRequest("headers must have required property 'authorization'")
export const invalidRequest = (message: string) => new StorageRefusal('400', 'Error', 'InvalidRequest', message)
export const accessDenied = (reason: string) => new StorageRefusal('403', 'Unauthorized', 'AccessDenied', reason)
export const writeRefused = () => accessDenied('new row violates row-level security policy')
export const lastPicture = () =>
  new StorageRefusal('409', 'Conflict', 'LastPicture', 'The product has no other picture')
export const objectExists = () => alreadyExists('KeyAlreadyExists')
export const objectChanged = () =>
  new StorageRefusal('409', 'Conflict', 'ObjectChanged', 'The object changed while it was moved')
export const bucketExists = () => alreadyExists('ResourceAlreadyExists')
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageRefusal('413', 'Payload too large', 'EntityTooLarge', message)
export const tooManyAvatars = () =>
  new StorageRefusal('413', TOO_MANY_PICTURES, 'QuotaExceeded', accountMessages.tooManyPictures())
export const storageFull = (mib: number) =>
  new StorageRefusal('413', 'Payload too large', 'QuotaExceeded', productFormErrors.account_full.text({ mib }))
export const pictureStorageFull = (mib: number) => errorsOf(productFormErrors)('account_full', { mib })
export const tooManyPixels = () => tooLarge('The picture has more than 40 megapixels')
export const tooManyFrames = () => tooLarge('The picture has more than 1,000 frames')
export const tooLongSide = () => tooLarge('The picture has a side of more than 65,535 pixels')
export const typeNotAllowed = (type: string) => wrongType('InvalidMimeType', `mime type ${type} is not supported`)
export const notAPicture = (cause?: unknown) =>
  wrongType('InvalidMimeType', 'The file is not a picture that can be read: JPEG, PNG, WebP, AVIF or GIF', cause)
export const heicPicture = () => wrongType('HeicNotSupported', productFormErrors.heic_picture.text)
export const invalidKey = (key: string) => new StorageRefusal('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () =>
  new StorageRefusal('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid')
export const bucketNotEmpty = () =>
  new StorageRefusal('409', 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const invalidSignature = () =>
  new StorageRefusal('400', 'InvalidSignature', 'InvalidSignature', 'The address was not signed for this')
export const invalidToken = (reason: string) => new StorageRefusal('400', 'InvalidJWT', 'InvalidJWT', reason)
export const iconNotSquare = () => errorsOf(marketErrors)('icon_not_square')
export const bannerTooNarrow = () => errorsOf(bannerErrors)('picture_too_narrow')
/** For the product form: another request has replaced a picture that the form retains. */
export const pictureMissing = () => errorsOf(productFormErrors)('picture_gone')

function wrongType(code: string, message: string, cause?: unknown): StorageRefusal {
  return new StorageRefusal('415', 'invalid_mime_type', code, message, cause)
}

function alreadyExists(code: string): StorageRefusal {
  return new StorageRefusal('409', 'Duplicate', code, 'The resource already exists')
}

/** Renders failures as `{statusCode, error, message, code}`: the form of `/storage/v1`. */
export function renderStorageError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = hasZodFastifySchemaValidationErrors(thrown) ? offTheSchema(thrown) : toAppError(thrown)
  logFailure(request, failure)
  const rendered = failure instanceof StorageRefusal ? failure : inProtocolWords(failure, request)
  const { status, statusCode, error, message, code } = rendered
  return reply
    .code(status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ statusCode, error, message, code }))
}

/** Names the place as the protocol does: `body/sortBy/column …`. */
function offTheSchema(error: Pick<FastifyError, 'validation' | 'validationContext'>): StorageRefusal {
  const { validation: [fault] = [], validationContext = 'body' } = error
  return invalidRequest(`${validationContext}${fault?.instancePath ?? ''} ${fault?.message ?? ''}`)
}

/** Renders unknown addresses, the only refusal whose HTTP status is the real one. */
export function renderNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({
      statusCode: '404',
      error: 'Not Found',
      message: `Route ${request.method}:${request.url.split('?', 1)[0]} not found`,
      code: 'InvalidRequest',
    })
}

type Rendered = Pick<StorageRefusal, 'status' | 'statusCode' | 'error' | 'code' | 'message'>

/** Returns a failure in the form of the protocol. Server errors, and 429 with its Retry-After, keep their HTTP status. */
function inProtocolWords(failure: AppError, { headers }: FastifyRequest): Rendered {
  const { status, message } = failure
  const shared = { status, statusCode: String(status), message }
  if (failure.code === 'storage_full') return { ...shared, error: 'Insufficient Storage', code: 'InsufficientStorage' }
  if (status >= 500) return { ...shared, error: 'Internal', code: 'InternalError' }
  if (status === 429) return { ...shared, error: 'Too many requests', code: 'SlowDown' }
  if (failure instanceof AuthenticationFailed) return accessDenied(failure.message)
  if (status === 413) return tooLarge()
  const { 'content-encoding': encoding } = headers
  if (status === 415 && encoding) return invalidRequest(`headers/content-encoding ${encoding} is not supported`)
  if (status === 415) return typeNotAllowed(headers['content-type'] ?? '')
  return invalidRequest(message)
}
