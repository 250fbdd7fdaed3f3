import type { Tx } from '../../db/tables.ts'
import { applySuspension as applyToProducts } from '../catalog/apply-suspension.ts'
import { catalogChanged } from '../catalog/catalog-changes.ts'
import { productsRated } from '../catalog/product-change.ts'
import { productIdOf } from '../catalog/product-ids.ts'
import { setSuspended } from './queries.ts'

/**
 * Hides what a suspended account shows in the shop, or shows it again: products, the first of them in the caller's
 * transaction, and reviews. The transaction has locked the account's row.
 */
export async function applySuspension(tx: Tx, account: { seller_id: string; is_suspended: boolean }): Promise<void> {
  await applyToProducts(tx, account)
  const changed = await setSuspended(tx, account.seller_id, account.is_suspended)
  if (!changed.length) return
  const products = changed.map(({ product_number, seller_id }) => ({
    product_id: productIdOf(product_number),
    seller_id,
  }))
  await catalogChanged(tx, productsRated(products))
}
