import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../../db/tables.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { acting } from '../../../people/audit/acting.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { callerOf } from '../../../platform/http/guards.ts'
import { productError } from '../products/errors.ts'
import { changeFlashSale, deleteProducts } from './change-products.ts'

interface Deps {
  db: Db
  clock: Clock
}

/** Sets the flash sale of a product for an admin, and logs it. Returns the product. Throws AppError 404. */
export async function changeFlashSaleAsAdmin(
  request: FastifyRequest,
  { db, clock }: Deps,
  productId: string,
  flash_sale: boolean,
): Promise<AdminProduct> {
  const product = await changeFlashSale(db, acting(request, clock), productId, flash_sale)
  logProducts(request, 'flash_sale_changed', [productId])
  return product
}

/** Deletes a product for an admin, and logs it. Throws AppError 404. */
export async function deleteProductAsAdmin(
  request: FastifyRequest,
  { db, clock }: Deps,
  productId: string,
  reason?: string,
): Promise<void> {
  const deleted = await deleteProducts(db, acting(request, clock, reason), [productId])
  if (!deleted.length) throw productError('product_not_found')
  logProducts(request, 'products_deleted', deleted)
}

export function logProducts(request: FastifyRequest, event: string, product_ids: string[]): void {
  request.log.info({ event, admin_id: callerOf(request).user_id, product_ids })
}
