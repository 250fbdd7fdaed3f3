import type { FastifyInstance } from 'fastify'
import { fulfilmentAdminActRoutes, fulfilmentAdminRoutes } from './admin-routes.ts'
import { fulfilmentBuyerRoutes } from './buyer-routes.ts'
import type { FulfilmentDeps } from './params.ts'
import { fulfilmentSellerActRoutes, fulfilmentSellerRoutes } from './seller-routes.ts'
import { fulfilmentSignedInRoutes } from './signed-in-routes.ts'

export async function fulfilmentRoutes(app: FastifyInstance, deps: FulfilmentDeps): Promise<void> {
  await fulfilmentSignedInRoutes(app, deps)
  await fulfilmentBuyerRoutes(app, deps)
  await fulfilmentSellerRoutes(app, deps)
  await fulfilmentSellerActRoutes(app, deps)
  await fulfilmentAdminRoutes(app, deps)
  await fulfilmentAdminActRoutes(app, deps)
}
