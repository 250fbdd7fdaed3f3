import type { FastifyRequest } from 'fastify'
import { idempotencyKeySchema } from '../../../shared/orders/schema.ts'
import { invalidRequest } from '../../platform/http/errors.ts'

/** Returns the Idempotency-Key of a request, if any. Throws AppError 400 for a malformed one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) throw invalidRequest('Idempotency-Key: must be 1 to 255 visible characters')
  return key.data
}
