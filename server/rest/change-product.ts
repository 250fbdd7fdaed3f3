import type { FastifyRequest } from 'fastify'
import { type SellerProduct, sellerProductSchema } from '../../shared/seller/schema.ts'
import { callerOf } from '../platform/guards.ts'
import { nothingToChange } from './errors.ts'
import type { Forward } from './forward.ts'
import { productForm } from './product-form.ts'
import { idOf } from './row-ids.ts'
import type { ChangeProduct } from './schema.ts'

/**
 * Changes a product as its seller's form does, or its flash sale as the admin's list does; of a row's other columns
 * nothing is applied. Answers the product's id. Throws the refusals of those routes, 400 when nothing is left to change.
 */
export async function changeProduct(
  forward: Forward,
  request: FastifyRequest,
  { id, product_id, flash_sale, ...edits }: ChangeProduct,
): Promise<string> {
  const productId = idOf({ id, product_id }, 'product_id')
  if (callerOf(request).role === 'admin') {
    if (flash_sale === undefined) throw nothingToChange()
    await forward(request, { method: 'PATCH', url: `/api/admin/products/${productId}`, body: { flash_sale } })
    return productId
  }
  const url = `/api/seller/products/${productId}`
  const present = sellerProductSchema.parse(await forward(request, { method: 'GET', url }))
  if (!Object.keys(edits).length) throw nothingToChange()
  await forward(request, { method: 'PUT', url, body: productForm({ ...asEdited(present), ...edits }) })
  return productId
}

/** What the form of a product says while nothing is changed. */
function asEdited(product: SellerProduct) {
  const { product_id: _, total_sales: __, flash_sale: ___, ...edited } = product
  return edited
}
