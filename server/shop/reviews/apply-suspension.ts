import type { Tx } from '../../../db/tables.ts'
import { catalogChanged } from '../catalog/products/catalog-changes.ts'
import { productsRated } from '../catalog/products/product-change.ts'
import { productIdOf } from '../catalog/products/product-ids.ts'
import { setSuspended } from './queries.ts'

/** Hides the reviews of a suspended account, or shows them again. The caller has locked the account. */
export async function applySuspension(tx: Tx, account: { seller_id: string; is_suspended: boolean }): Promise<void> {
  const changed = await setSuspended(tx, account.seller_id, account.is_suspended)
  if (!changed.length) return
  const products = changed.map(({ product_number, seller_id }) => ({
    product_id: productIdOf(product_number),
    seller_id,
  }))
  await catalogChanged(tx, productsRated(products))
}
