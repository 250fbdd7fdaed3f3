import type { FastifyInstance } from 'fastify'
import { statsAdminRoutes } from './admin-routes.ts'
import { type StatsDeps, statsSellerRoutes } from './seller-routes.ts'

export async function statsRoutes(app: FastifyInstance, deps: StatsDeps): Promise<void> {
  await statsSellerRoutes(app, deps)
  await statsAdminRoutes(app, deps)
}
