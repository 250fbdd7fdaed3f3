import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { lockSellers } from '../../../people/accounts/suspension-queries.ts'
import { enqueueAll, handle, type Task, type TaskHandler } from '../../../platform/jobs/task.ts'
import { catalogChanged, productsEnter, productsLeave } from '../products/catalog-changes.ts'
import { productError } from '../products/errors.ts'
import { setHidden } from '../products/seller-queries.ts'
import { sellerChanged } from './seller-page.ts'

/**
 * Products hidden or shown per transaction: more could exceed the statement timeout, and would lock rows that orders
 * need. Most sellers have fewer.
 */
const BATCH = 500

/** Continues hiding or showing the products of a seller with many. */
const continueSellerState: Task<{ seller_id: string }> = { name: 'apply_seller_state' }

/**
 * Hides the products of a seller who is suspended, not approved or an admin, or shows them again: the first batch in this
 * transaction, the rest in a task.
 */
export async function applySellerState(tx: Tx, sellerId: string): Promise<void> {
  const { hidden } = await lockSellers(tx, [sellerId])
  const is_hidden = hidden.length > 0
  const changed = await setHidden(tx, { seller_id: sellerId, is_hidden }, BATCH)
  if (changed.length === BATCH) await applySellerStateLater(tx, [sellerId])
  if (changed.length) await catalogChanged(tx, is_hidden ? productsLeave(changed) : productsEnter(changed))
  await sellerChanged(tx, sellerId)
}

/** Queues the same for several sellers. */
export function applySellerStateLater(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  return enqueueAll(
    tx,
    continueSellerState,
    sellerIds.map((seller_id) => ({ payload: { seller_id }, key: seller_id })),
  )
}

/** Locks a seller who adds a product; returns whether the seller's products are hidden. Throws AppError 404 when barred. */
export async function lockActiveSeller(tx: Tx, sellerId: string): Promise<boolean> {
  const { barred, hidden } = await lockSellers(tx, [sellerId])
  if (barred.length) throw productError('product_not_found')
  return hidden.length > 0
}

export function sellerStateHandler({ db }: { db: Db }): TaskHandler {
  return handle(continueSellerState, ({ seller_id }) => inTransaction(db, (tx) => applySellerState(tx, seller_id)))
}
