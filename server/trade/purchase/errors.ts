import { z } from 'zod'
import { checkoutError } from '../orders/errors.ts'

/** Throws AppError 404 for an id that no checkout can have. */
export function requireId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw checkoutError('checkout_not_found')
  return id
}
