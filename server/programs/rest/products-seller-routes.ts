import { productRowSchema, saveProductSchema } from '../../../shared/catalog/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { createProducts } from '../../shop/catalog/editing/edit-products.ts'
import { productNumberOf } from '../../shop/catalog/products/catalog-changes.ts'
import { readWriteRequest } from './grammar/read-request.ts'
import { isSpecifiedForm, returnsRows } from './matching.ts'
import { readProducts } from './products.ts'
import type { RestDeps } from './rest-deps.ts'
import { insertProductSchema, rowsQuerySchema } from './schema.ts'
import { emptyRow, requireOneRow, sendWritten } from './send-rows.ts'
import { acceptRows, sentRows } from './sent-rows.ts'
import { stageRows } from './stage-row.ts'
import { PRODUCTS } from './tables.ts'

export const restProductsSellerRoutes = routesFor(['seller'], (app, deps: RestDeps) => {
  app.post(
    '/products',
    {
      preValidation: acceptRows(PRODUCTS),
      schema: {
        summary: 'Create products: one, or a list of them',
        querystring: rowsQuerySchema,
        body: insertProductSchema,
        response: { 201: productRowSchema },
      },
    },
    async (request, reply) => {
      const wanted = readWriteRequest(request, PRODUCTS)
      const { rows, isList } = sentRows(request, insertProductSchema)
      requireOneRow(wanted, rows.length)
      const forms = await stageRows(rows, saveProductSchema, deps.storage)
      const { user_id: sellerId } = callerOf(request)
      const created = await createProducts(deps, { sellerId, forms, now: deps.clock() })
      const numbers = created.map(({ product_id }) => productNumberOf(product_id))
      if (!returnsRows(wanted)) return sendWritten(reply, wanted, numbers.map(emptyRow), 201)
      const products = await readProducts(request, deps, numbers, { rows: wanted, hiddenOf: sellerId })
      const [product] = products
      if (product && !isList && isSpecifiedForm(wanted)) return reply.code(201).send(product)
      return sendWritten(reply, wanted, products, 201)
    },
  )
})
