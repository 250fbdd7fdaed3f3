import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { listActiveAdmins } from '../../people/accounts/lookup-queries.ts'
import { lockSellers } from '../../people/accounts/suspension-queries.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { replaceUnread } from '../../people/notifications/queries.ts'
import { listSellers } from '../catalog/products/admin-queries.ts'
import { catalogChanged, productNumberOf, productsEnter, productsLeave } from '../catalog/products/catalog-changes.ts'
import {
  applyHidden,
  deleteHidden,
  insertHidden,
  lockPresent,
  updateAnswer,
} from '../catalog/products/hidden-queries.ts'
import { listSellerNames } from '../catalog/products/seller-page-queries.ts'
import { shopError } from './errors.ts'

/** Hides a product from the shop, with a reason that its seller reads. Throws AppError 404, 409 when it is hidden. */
export function hideProduct(db: Db, by: Acting & { reason: string }, productId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { product_number, seller_id, product_name, isSellerHidden } = await lockWithSeller(tx, productId)
    const { admin_id: hidden_by, now: hidden_at, reason } = by
    if (!(await insertHidden(tx, { product_number, reason, hidden_by, hidden_at }))) throw shopError('already_hidden')
    const hidden = await applyHidden(tx, product_number, isSellerHidden)
    await insertActions(tx, by, 'hide_product', [
      { target: productId, from: 'shown', to: 'hidden', notice: { seller_ids: [seller_id], subject: product_name } },
    ])
    await catalogChanged(tx, productsLeave([hidden]))
  })
}

/** Shows a product that an admin has hidden, unless its seller's products are hidden. Throws AppError 404. */
export function showProduct(db: Db, by: Acting, productId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { product_number, seller_id, product_name, isSellerHidden } = await lockWithSeller(tx, productId)
    if (!(await deleteHidden(tx, product_number))) throw shopError('hidden_product_not_found')
    const shown = await applyHidden(tx, product_number, isSellerHidden)
    await insertActions(tx, by, 'show_product', [
      { target: productId, from: 'hidden', to: 'shown', notice: { seller_ids: [seller_id], subject: product_name } },
    ])
    await catalogChanged(tx, productsEnter([shown]))
  })
}

/** Locks a product after its seller, in the order of suspensions. Throws AppError 404. */
async function lockWithSeller(tx: Tx, productId: string) {
  const { hidden } = await lockSellers(tx, await listSellers(tx, [productId]))
  const product_number = productNumberOf(productId)
  const product = await lockPresent(tx, product_number)
  if (!product) throw shopError('product_not_found')
  return { ...product, product_number, isSellerHidden: hidden.length > 0 }
}

/** Records a seller's answer about a hidden product and notifies the admins. Throws AppError 404. */
export function answerHidden(
  db: Db,
  { productId, sellerId, answer, now }: { productId: string; sellerId: string; answer: string; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const number = productNumberOf(productId)
    const product = await lockPresent(tx, number)
    const isOwn = product?.seller_id === sellerId
    if (!isOwn || !(await updateAnswer(tx, number, { answer, answered_at: now })))
      throw shopError('hidden_product_not_found')
    const name = (await listSellerNames(tx, [sellerId])).get(sellerId)?.name ?? ''
    const about = { kind: 'hidden_product_answered', path: '/admin/products?view=hidden' } as const
    const facts = { name, product: product.product_name }
    const subject = `hidden_product:${number}`
    for (const user_id of await listActiveAdmins(tx, 'products'))
      await replaceUnread(tx, { user_id, facts, subject, ...about }, now)
  })
}
