import type { FastifyInstance } from 'fastify'
import { type OrdersDeps, ordersAdminRoutes } from './admin-routes.ts'
import { ordersBuyerRoutes } from './buyer-routes.ts'

export async function ordersRoutes(app: FastifyInstance, deps: OrdersDeps): Promise<void> {
  await ordersBuyerRoutes(app, deps)
  await ordersAdminRoutes(app, deps)
}
