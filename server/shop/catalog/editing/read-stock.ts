import type { Db } from '../../../../db/tables.ts'
import { MOVEMENTS_PAGE_SIZE } from '../../../../shared/stock/constants.ts'
import type { StockHistory } from '../../../../shared/stock/schema.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { countMovements, findStock, listMovements } from '../../stock/queries.ts'
import { findAdminProduct } from '../products/admin-queries.ts'
import { productError } from '../products/errors.ts'
import { productNumberOf } from '../products/product-ids.ts'
import { findOwnProduct } from '../products/seller-queries.ts'

/** Returns the stock of a product with a page of its movements. Throws AppError 404 for another seller's product. */
export async function readStock(
  db: Db,
  { role, user_id }: Pick<Caller, 'role' | 'user_id'>,
  { productId, page = 1 }: { productId: string; page?: number | undefined },
): Promise<StockHistory> {
  const product =
    role === 'admin' ? await findAdminProduct(db, productId) : await findOwnProduct(db, user_id, productId)
  if (!product) throw productError('product_not_found')
  const number = productNumberOf(productId)
  const page_size = MOVEMENTS_PAGE_SIZE
  const [row, total, movements] = await Promise.all([
    findStock(db, number),
    countMovements(db, number),
    listMovements(db, number, { limit: page_size, offset: (page - 1) * page_size }),
  ])
  return { stock: row ? { counted: true, ...row } : { counted: false }, movements, total, page, page_size }
}
