import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import {
  answerHiddenSchema,
  hiddenProductPageSchema,
  hiddenProductParamsSchema,
  hiddenProductsQuerySchema,
  ownShopSchema,
  saveFactsSchema,
} from '../../../shared/sellers/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { sendDocument } from '../../programs/storage/protocol/send-object.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import { askForApproval, deleteDocument, saveDocument, saveFacts } from './change-shop.ts'
import { shopError } from './errors.ts'
import { answerHidden } from './hide-product.ts'
import type { SellerMailing } from './mail-sellers.ts'
import { listHiddenProducts, readOwnShop } from './views.ts'

export interface SellersDeps extends SellerMailing {
  db: Db
  clock: Clock
  storage: Storage
}

/** A seller's declarations, document, request for approval, and hidden products. */
export const sellersSellerRoutes = routesFor(['seller'], (app, deps: SellersDeps) => {
  const { db, clock } = deps
  const ownOf = (request: FastifyRequest) => ({ sellerId: callerOf(request).user_id, now: clock() })
  app.register(multipart)

  app.get(
    '/api/seller/shop',
    respondsWith(ownShopSchema, { summary: "The caller's declarations, and whether the shop is approved" }),
    (request) => readOwnShop(db, callerOf(request).user_id),
  )

  app.put(
    '/api/seller/shop',
    respondsWith(ownShopSchema, { summary: "Change the caller's declarations", body: saveFactsSchema }),
    (request) => saveFacts(deps, ownOf(request), request.body),
  )

  app.put(
    '/api/seller/shop/document',
    {
      config: { form: z.object({ document: z.file() }) },
      schema: { summary: "Store the caller's document in place of the former one", response: { 200: ownShopSchema } },
    },
    (request) => saveDocument(deps, request, ownOf(request)),
  )

  app.delete(
    '/api/seller/shop/document',
    respondsWith(ownShopSchema, { summary: "Remove the caller's document" }),
    (request) => deleteDocument(deps, ownOf(request)),
  )

  app.get('/api/seller/shop/document', { schema: { summary: "The caller's document" } }, (request, reply) =>
    sendDocument(reply, deps, callerOf(request).user_id, () => shopError('document_not_found')),
  )

  app.post(
    '/api/seller/shop/ask',
    respondsWith(ownShopSchema, { summary: "Ask for the approval of the caller's shop" }),
    (request) => askForApproval(deps, ownOf(request)),
  )

  app.get(
    '/api/seller/hidden-products',
    respondsWith(hiddenProductPageSchema, {
      summary: "A page of the caller's products that admins have hidden",
      querystring: hiddenProductsQuerySchema,
    }),
    (request) => listHiddenProducts(db, request.query, callerOf(request).user_id),
  )

  app.put(
    '/api/seller/hidden-products/:product_id/answer',
    {
      schema: {
        summary: 'Answer why an own product was hidden, or replace the answer',
        params: hiddenProductParamsSchema,
        body: answerHiddenSchema,
      },
    },
    async (request, reply) => {
      const { product_id: productId } = request.params
      await answerHidden(db, { productId, sellerId: callerOf(request).user_id, ...request.body, now: clock() })
      return reply.code(204).send(null)
    },
  )
})
