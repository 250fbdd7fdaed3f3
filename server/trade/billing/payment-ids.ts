import { z } from 'zod'
import { paymentNotFound } from '../payments/errors.ts'

/** Returns the id. Throws AppError 404 for a malformed one. */
export function idOf(text: string, notFound = paymentNotFound): string {
  if (!z.uuid().safeParse(text).success) throw notFound()
  return text
}
