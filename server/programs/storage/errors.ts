import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { TOO_MANY_PICTURES } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { productFormErrors } from '../../../shared/catalog/errors.ts'
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
export const tooLarge = () =>
  new StorageRefusal('413', 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size')
export const tooManyAvatars = () =>
  new StorageRefusal('413', TOO_MANY_PICTURES, 'QuotaExceeded', accountMessages.tooManyPictures)
export const storageFull = (mib: number) =>
  new StorageRefusal('413', 'Payload too large', 'QuotaExceeded', productFormErrors.account_full.text({ mib }))
export const pictureStorageFull = (mib: number) => errorsOf(productFormErrors)('account_full', { mib })
export const tooManyPixels = () =>
  new StorageRefusal('413', 'Payload too large', 'EntityTooLarge', 'The picture has more than 40 megapixels')
export const tooManyFrames = () =>
  new StorageRefusal('413', 'Payload too large', 'EntityTooLarge', 'The picture has more than 1,000 frames')
export const tooLongSide = () =>
  new StorageRefusal('413', 'Payload too large', 'EntityTooLarge', 'The picture has a side of more than 65,535 pixels')
export const typeNotAllowed = (type: string) =>
  new StorageRefusal('415', 'invalid_mime_type', 'InvalidMimeType', `mime type ${type} is not supported`)
export const notAPicture = (cause?: unknown) =>
  new StorageRefusal(
    '415',
    'invalid_mime_type',
    'InvalidMimeType',
    'The file is not a picture that can be read: JPEG, PNG, WebP, AVIF or GIF',
    cause,
  )
export const heicPicture = () =>
  new StorageRefusal('415', 'invalid_mime_type', 'HeicNotSupported', productFormErrors.heic_picture.text)
export const invalidKey = (key: string) => new StorageRefusal('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () =>
  new StorageRefusal('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid')
export const bucketNotEmpty = () =>
  new StorageRefusal('409', 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const invalidSignature = () =>
  new StorageRefusal('400', 'InvalidSignature', 'InvalidSignature', 'The address was not signed for this')
export const invalidToken = (reason: string) => new StorageRefusal('400', 'InvalidJWT', 'InvalidJWT', reason)
/** For the product form: another request has replaced a picture that the form retains. */
export const pictureMissing = () => errorsOf(productFormErrors)('picture_gone')

function alreadyExists(code: string): StorageRefusal {
  return new StorageRefusal('409', 'Duplicate', code, 'The resource already exists')
}

/** Renders failures as `{statusCode, error, message, code}`: the form of `/storage/v1`. */
export function renderStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = hasZodFastifySchemaValidationErrors(error) ? offTheSchema(error) : toAppError(error)
  logFailure(request, failure)
  const refusal = failure instanceof StorageRefusal ? failure : inProtocolWords(failure, request)
  return reply
    .code(refusal.status)
    .headers(failure.headers)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(
      JSON.stringify({
        statusCode: refusal.statusCode,
        error: refusal.error,
        message: refusal.message,
        code: refusal.code,
      }),
    )
}

/** Names the place as the protocol does: `body/sortBy/column …`. */
function offTheSchema(error: Pick<FastifyError, 'validation' | 'validationContext'>): StorageRefusal {
  const { validation: [fault] = [], validationContext = 'body' } = error
  return invalidRequest(`${validationContext}${fault?.instancePath ?? ''} ${fault?.message ?? ''}`)
}

/** Renders unknown addresses: the one refusal whose HTTP status is the real one. */
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

function inProtocolWords(
  failure: AppError,
  { headers }: FastifyRequest,
): StorageRefusal | ServerFault | TooManyRequests {
  if (failure.status >= 500) return new ServerFault(failure)
  if (failure instanceof AuthenticationFailed) return accessDenied(failure.message)
  if (failure.status === 413) return tooLarge()
  if (failure.status === 429) return new TooManyRequests(failure)
  const { 'content-encoding': encoding } = headers
  if (failure.status === 415 && encoding) return invalidRequest(`headers/content-encoding ${encoding} is not supported`)
  if (failure.status === 415) return typeNotAllowed(headers['content-type'] ?? '')
  return invalidRequest(failure.message)
}

/** Keeps its HTTP status, too: programs look for 429 and Retry-After. */
class TooManyRequests {
  readonly status = 429
  readonly statusCode = '429'
  readonly error = 'Too many requests'
  readonly code = 'SlowDown'
  readonly message: string

  constructor({ message }: AppError) {
    this.message = message
  }
}

/** Server errors keep their HTTP status, so that clients and load balancers see it. */
class ServerFault {
  readonly status: number
  readonly statusCode: string
  readonly error: string
  readonly code: string
  readonly message: string

  constructor({ status, code, message }: AppError) {
    this.status = status
    this.statusCode = String(status)
    this.error = code === 'storage_full' ? 'Insufficient Storage' : 'Internal'
    this.code = code === 'storage_full' ? 'InsufficientStorage' : 'InternalError'
    this.message = message
  }
}
