import {
  adminSellerPageSchema,
  adminSellerSchema,
  adminSellersQuerySchema,
  approvalSettingsSchema,
  decideSellerSchema,
  hiddenProductPageSchema,
  hiddenProductParamsSchema,
  hiddenProductsQuerySchema,
  hideProductSchema,
  sellerParamsSchema,
} from '../../../shared/sellers/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { type App, adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { sendDocument } from '../../programs/storage/protocol/send-object.ts'
import { decideSeller, saveApprovalSettings } from './decide-seller.ts'
import { shopError } from './errors.ts'
import { hideProduct, showProduct } from './hide-product.ts'
import { readApprovalSettings } from './queries.ts'
import type { SellersDeps } from './seller-routes.ts'
import { listHiddenProducts, listSellers, readSeller } from './views.ts'

/** The admins' list of sellers with decisions. */
export const sellersAdminRoutes = adminRoutesFor('sellers', (app, deps: SellersDeps) => {
  sellerRoutes(app, deps)
  settingsRoutes(app, deps)
})

function sellerRoutes(app: App, deps: SellersDeps): void {
  const { db, clock } = deps
  app.get(
    '/api/admin/sellers',
    respondsWith(adminSellerPageSchema, {
      summary: 'A page of the sellers, those who ask for approval first',
      querystring: adminSellersQuerySchema,
    }),
    (request) => listSellers(db, request.query),
  )

  app.get(
    '/api/admin/sellers/:seller_id',
    respondsWith(adminSellerSchema, { summary: 'One seller', params: sellerParamsSchema }),
    (request) => readSeller(db, request.params.seller_id),
  )

  app.get(
    '/api/admin/sellers/:seller_id/document',
    { schema: { summary: 'The document of a seller', params: sellerParamsSchema } },
    (request, reply) => sendDocument(reply, deps, request.params.seller_id, () => shopError('document_not_found')),
  )

  app.post(
    '/api/admin/sellers/:seller_id/decision',
    respondsWith(adminSellerSchema, {
      summary: 'Approve a seller, refuse one, or ask for a correction',
      params: sellerParamsSchema,
      body: decideSellerSchema,
    }),
    async (request) => {
      const decision = request.body
      const by = acting(request, clock, 'reason' in decision ? decision.reason : undefined)
      const { seller_id: sellerId } = request.params
      const seller = await decideSeller(deps, by, { sellerId, decision })
      const facts = { admin_id: by.admin_id, seller_id: sellerId, decision: decision.decision }
      request.log.info({ event: 'seller_decided', ...facts })
      return seller
    },
  )
}

function settingsRoutes(app: App, { db, clock }: SellersDeps): void {
  app.get(
    '/api/admin/seller-approval',
    respondsWith(approvalSettingsSchema, { summary: 'Whether sellers need approval, and what they must declare' }),
    () => readApprovalSettings(db),
  )

  app.put(
    '/api/admin/seller-approval',
    respondsWith(approvalSettingsSchema, {
      summary: 'Set whether sellers need approval; approves all present sellers',
      body: approvalSettingsSchema,
    }),
    async (request) => {
      const by = acting(request, clock)
      const saved = await saveApprovalSettings(db, by, request.body)
      request.log.info({ event: 'seller_approval_set', admin_id: by.admin_id, on: saved.seller_approval })
      return saved
    },
  )
}

export const hiddenProductsAdminRoutes = adminRoutesFor('products', (app, { db, clock }: SellersDeps) => {
  app.get(
    '/api/admin/hidden-products',
    respondsWith(hiddenProductPageSchema, {
      summary: 'A page of the products that admins have hidden',
      querystring: hiddenProductsQuerySchema,
    }),
    (request) => listHiddenProducts(db, request.query),
  )

  app.post(
    '/api/admin/products/:product_id/hide',
    {
      schema: {
        summary: 'Hide a product, with a reason for its seller',
        params: hiddenProductParamsSchema,
        body: hideProductSchema,
      },
    },
    async (request, reply) => {
      const { reason } = request.body
      const by = { ...acting(request, clock, reason), reason }
      await hideProduct(db, by, request.params.product_id)
      request.log.info({ event: 'product_hidden', admin_id: by.admin_id, ...request.params })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/admin/products/:product_id/show',
    { schema: { summary: 'Show a hidden product again', params: hiddenProductParamsSchema } },
    async (request, reply) => {
      const by = acting(request, clock)
      await showProduct(db, by, request.params.product_id)
      request.log.info({ event: 'product_shown', admin_id: by.admin_id, ...request.params })
      return reply.code(204).send(null)
    },
  )
})
