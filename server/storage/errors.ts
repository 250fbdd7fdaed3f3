import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { logFailure, toAppError } from '../platform/render-errors.ts'

/** A refusal in the words of the storage protocol: the HTTP status is 400, the real one stands in the body. */
class StorageRefusal extends AppError {
  readonly statusCode: string
  readonly error: string

  constructor(statusCode: string, error: string, code: string, message: string) {
    super(400, code, message)
    this.statusCode = statusCode
    this.error = error
  }
}

export const bucketNotFound = () => new StorageRefusal('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found')
export const objectNotFound = () => new StorageRefusal('404', 'not_found', 'NoSuchKey', 'Object not found')

/** Renders failures as `{statusCode, error, message, code}`: the form of `/storage/v1`. */
export function renderStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  logFailure(request, failure)
  const refusal = failure instanceof StorageRefusal ? failure : inProtocolWords(failure)
  return reply
    .code(failure.status)
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

function inProtocolWords({ status, message }: AppError): StorageRefusal {
  if (status >= 500) return new StorageRefusal(String(status), 'Internal', 'InternalError', message)
  return new StorageRefusal(String(status), 'Error', 'InvalidRequest', message)
}
