import { z } from 'zod'
import { paymentError } from '../payments/errors.ts'

/** Returns the id. Throws AppError 404 for a malformed one. */
export function idOf(text: string, notFound: 'payment_not_found' | 'refund_not_found' = 'payment_not_found'): string {
  if (!z.uuid().safeParse(text).success) throw paymentError(notFound)
  return text
}
