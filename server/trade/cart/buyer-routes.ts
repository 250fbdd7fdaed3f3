import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import {
  addItemSchema,
  cartSchema,
  goneProductsSchema,
  mergeCartSchema,
  mergedCartSchema,
  setQuantitySchema,
} from '../../../shared/cart/schema.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { orderIdSchema } from '../../../shared/orders/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { invalidRequest } from '../../platform/http/errors.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listGoneProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { addItem, removeFromCart, setQuantity } from './change-cart.ts'
import { cartError } from './errors.ts'
import { mergeCart } from './merge-cart.ts'
import { cartLines, readCart } from './queries.ts'

const itemParams = z.object({ product_id: productIdSchema })

export interface CartDeps {
  db: Db
  clock: Clock
  /** Throws AppError 403 unless the order is the buyer's. Injected, because orders depend on carts. */
  requireOwnOrder: (buyerId: string, orderId: string) => Promise<void>
}

/** The cart of a buyer. Every response is the whole cart. */
export const cartBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: CartDeps) => {
    const { db, clock, requireOwnOrder } = deps
    const lineOf = (request: FastifyRequest<{ Params: { product_id: string } }>) => {
      return { userId: callerOf(request).user_id, productId: request.params.product_id, now: clock() }
    }
    app.get('/api/cart', respondsWith(cartSchema, { summary: "The caller's cart" }), async (request) => ({
      cart: await readCart(db, callerOf(request).user_id),
    }))

    app.get(
      '/api/cart/gone',
      respondsWith(goneProductsSchema, { summary: 'Products in the cart that are no longer in the shop' }),
      async (request) => ({ products: await listGoneProducts(db, cartLines(callerOf(request).user_id)) }),
    )

    app.post(
      '/api/cart/items',
      respondsWith(cartSchema, { summary: 'Add to the cart', body: addItemSchema }),
      async (request) => {
        const { product_id: productId, quantity } = request.body
        const { user_id: userId } = callerOf(request)
        return { cart: await addItem(deps, { userId, productId, quantity, now: clock() }) }
      },
    )

    app.put(
      '/api/cart/items/:product_id',
      respondsWith(cartSchema, { summary: 'Set the quantity of a line', params: itemParams, body: setQuantitySchema }),
      async (request) => {
        const { quantity } = request.body
        return { cart: await setQuantity(db, { ...lineOf(request), quantity }) }
      },
    )

    app.delete(
      '/api/cart/items/:product_id',
      respondsWith(cartSchema, { summary: 'Remove a line', params: itemParams }),
      async (request) => ({ cart: await removeFromCart(db, lineOf(request)) }),
    )

    app.delete(
      '/api/cart',
      respondsWith(cartSchema, {
        summary: 'Clear the cart',
        // A misspelt parameter would clear lines added after the order.
        querystring: z.strictObject({ order_id: orderIdSchema.optional() }),
      }),
      async (request) => {
        const userId = callerOf(request).user_id
        const { order_id } = request.query
        if (order_id === undefined) return { cart: await removeFromCart(db, { userId, now: clock() }) }
        // The order itself emptied the cart: any lines in it now were added later.
        await requireOwnOrder(userId, order_id)
        return { cart: await readCart(db, userId) }
      },
    )

    app.post(
      '/api/cart/merge',
      {
        schema: { summary: 'Merge a local cart, once', body: mergeCartSchema, response: { 200: mergedCartSchema } },
        // Runs before the schema, which would validate every line of an oversized cart.
        preValidation: async ({ body }) => requireFewLines(Object(body).cart),
      },
      (request) => {
        const { merge_id, cart } = request.body
        return mergeCart(db, callerOf(request).user_id, merge_id, cart, clock())
      },
    )
  },
  { refusal: () => cartError('buyers_only') },
)

function requireFewLines(cart: unknown): void {
  if (Object.keys(Object(cart)).length > MAX_CART_LINES) throw invalidRequest(`cart: at most ${MAX_CART_LINES} lines`)
}
