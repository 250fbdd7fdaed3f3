import type { Tx } from '../../../../db/tables.ts'
import { MAX_DESCRIPTION_BYTES } from '../../../../shared/catalog/constants.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { invalidRequest } from '../../../platform/http/errors.ts'
import { cleanHtml, isWithinBounds } from '../../../platform/rich-text/clean-html.ts'
import { lockCategories } from '../categories/queries.ts'
import { productFormError } from '../products/errors.ts'

/** Returns a description ready to be stored. Throws AppError 400 for too many tags, no visible text, or too much. */
export function cleanDetails(html: string): string {
  if (!isWithinBounds(html)) throw productFormError('details_too_complex')
  const clean = cleanHtml(html).trim()
  if (!/<(?:img|hr)\b/.test(clean) && !isVisible(clean.replace(/<[^<>]*>/g, '')))
    throw productFormError('details_needed')
  if (Buffer.byteLength(clean) > MAX_DESCRIPTION_BYTES) throw productFormError('details_too_long')
  return clean
}

/** Returns the slugs of a product's categories, which stay until the transaction ends. Throws AppError 400 for an unknown one. */
export async function requireCategories(tx: Tx, names: readonly string[]): Promise<string[]> {
  const slugs = await lockCategories(tx, names)
  if (!slugs) throw invalidRequest('product_category: must be names of categories')
  return slugs
}
