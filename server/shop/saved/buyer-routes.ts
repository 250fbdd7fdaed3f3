import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { savedErrors } from '../../../shared/saved/errors.ts'
import { addSavedSchema, savedSchema } from '../../../shared/saved/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { productNumberOf } from '../catalog/products/catalog-changes.ts'
import { productError } from '../catalog/products/errors.ts'
import { findProductNumbers } from '../catalog/products/purchase-queries.ts'
import { deleteSaved, insertSaved, listSaved, trimSaved } from './queries.ts'

const savedError = errorsOf(savedErrors)

const params = z.object({ product_id: productIdSchema })

/** The wish list of a buyer. Every response is the whole list. */
export const savedBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.get('/api/saved', respondsWith(savedSchema, { summary: "The caller's wish list" }), async (request) => ({
      product_ids: await listSaved(db, callerOf(request).user_id),
    }))

    app.post(
      '/api/saved',
      respondsWith(savedSchema, { summary: 'Put products on the wish list', body: addSavedSchema }),
      async (request) => ({
        product_ids: await saveProducts(db, callerOf(request).user_id, request.body.product_ids, clock()),
      }),
    )

    app.put(
      '/api/saved/:product_id',
      respondsWith(savedSchema, { summary: 'Put a product on the wish list', params }),
      async (request) => ({
        product_ids: await saveProduct(db, callerOf(request).user_id, request.params.product_id, clock()),
      }),
    )

    app.delete(
      '/api/saved/:product_id',
      respondsWith(savedSchema, { summary: 'Take a product off the wish list', params }),
      async (request) => {
        const { user_id } = callerOf(request)
        await deleteSaved(db, user_id, productNumberOf(request.params.product_id))
        return { product_ids: await listSaved(db, user_id) }
      },
    )
  },
  { refusal: () => savedError('buyers_only') },
)

function saveProducts(db: Db, userId: string, productIds: string[], now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const numbers = await findProductNumbers(tx, productIds)
    // A millisecond apart, to preserve their order.
    const products = productIds.flatMap((id, index) => {
      const product_number = numbers.get(id)
      numbers.delete(id)
      return product_number === undefined ? [] : [{ product_number, saved_at: new Date(now.getTime() - index) }]
    })
    await insertSaved(tx, userId, products)
    await trimSaved(tx, userId)
    return listSaved(tx, userId)
  })
}

async function saveProduct(db: Db, userId: string, productId: string, now: Date): Promise<string[]> {
  const saved = await saveProducts(db, userId, [productId], now)
  if (!saved.includes(productId)) throw productError('product_not_found')
  return saved
}
