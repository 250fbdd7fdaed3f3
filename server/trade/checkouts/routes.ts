import type { FastifyInstance } from 'fastify'
import { type CheckoutsDeps, checkoutsBuyerRoutes } from './buyer-routes.ts'

/** Checkouts: buyers reserve what is in their cart, and order it. */
export async function checkoutsRoutes(app: FastifyInstance, deps: CheckoutsDeps): Promise<void> {
  await checkoutsBuyerRoutes(app, deps)
}
