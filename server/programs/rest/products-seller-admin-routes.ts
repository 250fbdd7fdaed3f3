import { productRowSchema } from '../../../shared/catalog/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { readWriteRequest } from './grammar/read-request.ts'
import { isSpecifiedForm, returnsRows } from './matching.ts'
import { changeProducts, readProducts, removeProducts } from './products.ts'
import type { RestDeps } from './rest-deps.ts'
import { changeProductSchema, deleteProductSchema, rowsQuerySchema } from './schema.ts'
import { emptyRow, sendWritten } from './send-rows.ts'
import { PRODUCTS } from './tables.ts'

export const restProductsSellerAdminRoutes = routesFor(
  ['seller', 'admin'],
  (app, deps: RestDeps) => {
    for (const method of ['PUT', 'PATCH'] as const) {
      app.route({
        method,
        url: '/products',
        schema: {
          summary: 'Change products: sellers their own, admins the flash sale',
          querystring: rowsQuerySchema,
          body: changeProductSchema,
          response: { 200: productRowSchema },
        },
        handler: async (request, reply) => {
          const rows = readWriteRequest(request, PRODUCTS)
          const numbers = await changeProducts(request, deps, { rows, body: request.body })
          if (!returnsRows(rows)) return sendWritten(reply, rows, numbers.map(emptyRow), 200)
          const products = await readProducts(request, deps, numbers, { rows, hiddenOf: callerOf(request).user_id })
          const [changed] = products
          return changed && isSpecifiedForm(rows) ? reply.send(changed) : sendWritten(reply, rows, products, 200)
        },
      })
    }

    app.delete(
      '/products',
      { schema: { summary: 'Delete products', querystring: rowsQuerySchema, body: deleteProductSchema } },
      async (request, reply) => {
        const rows = readWriteRequest(request, PRODUCTS)
        const deleted = await removeProducts(request, deps, { rows, body: request.body ?? {} })
        return isSpecifiedForm(rows) ? reply.code(204).send(null) : sendWritten(reply, rows, deleted, 200)
      },
    )
  },
  { right: 'products' },
)
