import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { activityAdminRoutes } from './admin-routes.ts'
import { activitySellerRoutes } from './seller-routes.ts'

/** Lists admins' actions: all of them for admins; for sellers, those on their own account, products and orders. */
export async function activityRoutes(app: FastifyInstance, deps: { db: Db }): Promise<void> {
  await activityAdminRoutes(app, deps)
  await activitySellerRoutes(app, deps)
}
