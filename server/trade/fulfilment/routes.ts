import type { FastifyInstance } from 'fastify'
import type { FulfilmentDeps } from './action-routes.ts'
import { fulfilmentAdminRoutes } from './admin-routes.ts'
import { fulfilmentBuyerRoutes } from './buyer-routes.ts'
import { fulfilmentSellerRoutes } from './seller-routes.ts'
import { fulfilmentSignedInRoutes } from './signed-in-routes.ts'

export async function fulfilmentRoutes(app: FastifyInstance, deps: FulfilmentDeps): Promise<void> {
  await fulfilmentSignedInRoutes(app, deps)
  await fulfilmentBuyerRoutes(app, deps)
  await fulfilmentSellerRoutes(app, deps)
  await fulfilmentAdminRoutes(app, deps)
}
