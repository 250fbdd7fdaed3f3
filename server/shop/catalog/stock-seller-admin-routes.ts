import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { pageQuerySchema } from '../../../shared/kernel/list-schema.ts'
import { MOVEMENTS_PAGE_SIZE } from '../../../shared/stock/constants.ts'
import { type StockHistory, stockHistorySchema } from '../../../shared/stock/schema.ts'
import { type Caller, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { countMovements, findStock, listMovements } from '../stock/queries.ts'
import { findAdminProduct } from './products/admin-queries.ts'
import { productNumberOf } from './products/catalog-changes.ts'
import { productError } from './products/errors.ts'
import { findOwnProduct } from './products/seller-queries.ts'

/** The stock of a product, read-only for admins. */
export const stockSellerAdminRoutes = routesFor(
  ['seller', 'admin'],
  (app, { db }: { db: Db }) => {
    app.get(
      '/api/seller/products/:product_id/stock',
      respondsWith(stockHistorySchema, {
        summary: 'The stock of a product with its movements',
        params: z.object({ product_id: productIdSchema }),
        querystring: pageQuerySchema,
      }),
      (request) => readStock(db, callerOf(request), { productId: request.params.product_id, page: request.query.page }),
    )
  },
  { right: 'products' },
)

/** Returns the stock of a product with a page of its movements. Throws AppError 404 for another seller's product. */
async function readStock(
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
