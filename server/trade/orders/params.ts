import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idempotencyKeySchema } from '../../../shared/orders/schema.ts'
import { invalidRequest } from '../../platform/http/errors.ts'

export const orderParams = z.object({ order_id: z.string() })
export const sellerOrderParams = orderParams.extend({ number: z.string() })

/** Parses the number of a seller order; 0, which none has, for a malformed one. */
export function sellerOrderNumberOf(text: string): number {
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
}

/** Returns the Idempotency-Key of a request, if any. Throws AppError 400 for a malformed one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) throw invalidRequest('Idempotency-Key: must be 1 to 255 visible characters')
  return key.data
}
