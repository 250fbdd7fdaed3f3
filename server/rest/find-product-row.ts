import type { Db } from '../../db/tables.ts'
import type { Product } from '../../shared/catalog/schema.ts'
import { cleanDescription } from '../catalog/clean-description.ts'
import { productNotFound } from '../catalog/errors.ts'
import { findProduct } from '../catalog/queries.ts'

/** Returns a product's row with its description cleaned. */
export function withCleanDescription(row: Product): Product {
  return { ...row, product_desc: cleanDescription(row.product_desc) }
}

/** Returns the row of a product of the shop. Throws AppError 404 when there is none. */
export async function findProductRow(db: Db, productId: string): Promise<Product> {
  const product = await findProduct(db, productId)
  if (!product) throw productNotFound()
  return withCleanDescription(product)
}
