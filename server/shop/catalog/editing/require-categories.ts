import type { Tx } from '../../../../db/tables.ts'
import { invalidRequest } from '../../../platform/http/errors.ts'
import { lockCategories } from '../categories/queries.ts'

/** Returns the slugs of a product's categories, which stay until the transaction ends. Throws AppError 400 for an unknown one. */
export async function requireCategories(tx: Tx, names: readonly string[]): Promise<string[]> {
  const slugs = await lockCategories(tx, names)
  if (!slugs) throw invalidRequest('product_category: must be names of categories')
  return slugs
}
