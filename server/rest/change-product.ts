import type { FastifyRequest } from 'fastify'
import { editProductSchema } from '../../shared/catalog/schema.ts'
import { changeFlashSaleAsAdmin, deleteProductAsAdmin } from '../catalog/change-product-as-admin.ts'
import { deleteProduct } from '../catalog/delete-product.ts'
import { editProduct } from '../catalog/edit-product.ts'
import { productNotFound } from '../catalog/errors.ts'
import { findOwnProduct } from '../catalog/seller-queries.ts'
import { callerOf } from '../http/guards.ts'
import { nothingToChange } from './errors.ts'
import type { RestDeps } from './rest-deps.ts'
import { idOf } from './row-ids.ts'
import type { ChangeProduct } from './schema.ts'
import { stageRow } from './stage-row.ts'

/**
 * Changes a product as its seller's form does, or its flash sale as the admin's list does; a row's other columns are
 * ignored. Returns the product's id. Throws what those throw, and AppError 400 when nothing is left to change.
 */
export async function changeProduct(
  request: FastifyRequest,
  deps: RestDeps,
  { id, product_id, flash_sale, ...edits }: ChangeProduct,
): Promise<string> {
  const productId = idOf({ id, product_id }, 'product_id')
  const { role, user_id: sellerId } = callerOf(request)
  if (role === 'admin') {
    if (flash_sale === undefined) throw nothingToChange()
    await changeFlashSaleAsAdmin(request, deps, productId, flash_sale)
    return productId
  }
  const present = await findOwnProduct(deps.db, sellerId, productId)
  if (!present) throw productNotFound()
  if (!Object.keys(edits).length) throw nothingToChange()
  const form = await stageRow({ ...present, ...edits }, editProductSchema, deps.storage)
  await editProduct(deps, { sellerId, productId, form, now: deps.clock() })
  return productId
}

/** Deletes a seller's own product, or any as an admin. Throws AppError 404. */
export async function removeProduct(request: FastifyRequest, deps: RestDeps, productId: string): Promise<void> {
  const { role, user_id: sellerId } = callerOf(request)
  if (role === 'admin') await deleteProductAsAdmin(request, deps, productId)
  else await deleteProduct(deps, { productId, sellerId, now: deps.clock() })
}
