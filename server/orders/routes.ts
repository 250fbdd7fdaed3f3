import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { ordersAdminRoutes } from './admin-routes.ts'
import { ordersBuyerRoutes } from './buyer-routes.ts'
import { ordersSellerRoutes } from './seller-routes.ts'
import { ordersSignedInRoutes } from './signed-in-routes.ts'

/** Orders: buyers place and read their own, sellers read their lines, admins manage all. */
export async function ordersRoutes(app: FastifyInstance, deps: { db: Db; clock: Clock }): Promise<void> {
  await ordersBuyerRoutes(app, deps)
  await ordersSignedInRoutes(app, deps)
  await ordersSellerRoutes(app, deps)
  await ordersAdminRoutes(app, deps)
}
