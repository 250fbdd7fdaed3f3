import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { lockSellers } from '../../../people/accounts/suspension-queries.ts'
import { enqueue, handle, type Task, type TaskHandler } from '../../../platform/jobs/task.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productsEnter, productsLeave } from '../products/catalog-tags.ts'
import { productError } from '../products/errors.ts'
import { setHidden } from '../products/seller-queries.ts'
import { sellerChanged } from './seller-page.ts'

/**
 * Products hidden or shown per transaction: more could exceed the statement timeout, and would lock rows that orders
 * need. Most sellers have fewer.
 */
const BATCH = 500

/** Continues hiding or showing the products of a seller with many. */
const continueSuspension: Task<{ seller_id: string }> = { name: 'apply_suspension' }

/** Hides a suspended seller's products or shows them again: the first batch in this transaction, the rest in a task. */
export async function applySuspension(
  tx: Tx,
  { seller_id, is_suspended }: { seller_id: string; is_suspended: boolean },
): Promise<void> {
  const changed = await setHidden(tx, { seller_id, is_suspended }, BATCH)
  if (changed.length === BATCH) await enqueue(tx, continueSuspension, { seller_id }, { key: seller_id })
  if (changed.length) await catalogChanged(tx, is_suspended ? productsLeave(changed) : productsEnter(changed))
  await sellerChanged(tx, seller_id)
}

/** Locks a seller who publishes a product. Throws AppError 404 when suspended. */
export async function requireActiveSeller(tx: Tx, sellerId: string): Promise<void> {
  const { suspended } = await lockSellers(tx, [sellerId])
  if (suspended.length) throw productError('product_not_found')
}

export function suspensionHandler({ db }: { db: Db }): TaskHandler {
  return handle(continueSuspension, ({ seller_id }) =>
    inTransaction(db, async (tx) => {
      const { suspended } = await lockSellers(tx, [seller_id])
      await applySuspension(tx, { seller_id, is_suspended: suspended.length > 0 })
    }),
  )
}
