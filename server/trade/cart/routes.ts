import type { FastifyInstance } from 'fastify'
import { type CartDeps, cartBuyerRoutes } from './buyer-routes.ts'

export async function cartRoutes(app: FastifyInstance, deps: CartDeps): Promise<void> {
  await cartBuyerRoutes(app, deps)
}
