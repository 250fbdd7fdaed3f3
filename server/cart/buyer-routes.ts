import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  addItemSchema,
  cartSchema,
  mergeCartSchema,
  mergedCartSchema,
  setQuantitySchema,
} from '../../shared/cart/schema.ts'
import { productIdSchema } from '../../shared/catalog/schema.ts'
import { orderIdSchema } from '../../shared/orders/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { addItem, clearAfterOrder, clearCart, removeItem, setQuantity } from './change-cart.ts'
import { notForSellersAndAdmins } from './errors.ts'
import { mergeCart } from './merge-cart.ts'
import { readCart } from './queries.ts'

const itemParams = z.object({ product_id: productIdSchema })
const answer = { response: { 200: cartSchema } }

/** The server cart of a buyer. Every answer is the whole cart. */
export const cartBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.get('/api/cart', { schema: { summary: "The caller's cart", ...answer } }, async (request) => ({
      cart: await readCart(db, callerOf(request).user_id),
    }))

    app.post(
      '/api/cart/items',
      { schema: { summary: 'Add to the cart', body: addItemSchema, ...answer } },
      async (request) => {
        const { product_id, quantity } = request.body
        return { cart: await addItem(db, callerOf(request).user_id, product_id, quantity, clock()) }
      },
    )

    app.put(
      '/api/cart/items/:product_id',
      { schema: { summary: 'Set the quantity of a line', params: itemParams, body: setQuantitySchema, ...answer } },
      async (request) => {
        const { product_id } = request.params
        return { cart: await setQuantity(db, callerOf(request).user_id, product_id, request.body.quantity, clock()) }
      },
    )

    app.delete(
      '/api/cart/items/:product_id',
      { schema: { summary: 'Remove a line', params: itemParams, ...answer } },
      async (request) => {
        return { cart: await removeItem(db, callerOf(request).user_id, request.params.product_id, clock()) }
      },
    )

    app.delete(
      '/api/cart',
      {
        schema: {
          summary: 'Clear the cart',
          // A misspelt order would clear what was added after it.
          querystring: z.strictObject({ order_id: orderIdSchema.optional() }),
          ...answer,
        },
      },
      async (request) => {
        const buyerId = callerOf(request).user_id
        const { order_id } = request.query
        if (order_id === undefined) return { cart: await clearCart(db, buyerId, clock()) }
        return { cart: await clearAfterOrder(db, buyerId, order_id) }
      },
    )

    app.post(
      '/api/cart/merge',
      { schema: { summary: 'Merge a local cart, once', body: mergeCartSchema, response: { 200: mergedCartSchema } } },
      (request) => {
        const { merge_id, cart } = request.body
        return mergeCart(db, callerOf(request).user_id, merge_id, cart, clock())
      },
    )
  },
  notForSellersAndAdmins,
)
