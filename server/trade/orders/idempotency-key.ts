import type { FastifyRequest } from 'fastify'
import { idempotencyKeySchema } from '../../../shared/orders/schema.ts'
import { malformedKey } from './errors.ts'

/** Returns the Idempotency-Key of a request, if any. Throws AppError 400 for a malformed one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) throw malformedKey()
  return key.data
}
