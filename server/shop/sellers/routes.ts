import type { FastifyInstance } from 'fastify'
import { hiddenProductsAdminRoutes, sellersAdminRoutes } from './admin-routes.ts'
import { type SellersDeps, sellersSellerRoutes } from './seller-routes.ts'

/** Sellers' declarations and approval, and products that admins hide. */
export async function sellersRoutes(app: FastifyInstance, deps: SellersDeps): Promise<void> {
  await sellersSellerRoutes(app, deps)
  await sellersAdminRoutes(app, deps)
  await hiddenProductsAdminRoutes(app, deps)
}
