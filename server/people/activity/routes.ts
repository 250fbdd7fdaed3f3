import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { activityAdminRoutes } from './admin-routes.ts'
import { activitySellerRoutes } from './seller-routes.ts'

/** What admins did: all of it for admins, and what concerns a seller for that seller. */
export async function activityRoutes(app: FastifyInstance, deps: { db: Db }): Promise<void> {
  await activityAdminRoutes(app, deps)
  await activitySellerRoutes(app, deps)
}
