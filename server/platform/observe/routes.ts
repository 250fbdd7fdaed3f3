import type { FastifyInstance } from 'fastify'
import { healthPublicRoutes } from './public-routes.ts'

/** Health checks for load balancers. */
export async function healthRoutes(
  app: FastifyInstance,
  deps: Parameters<typeof healthPublicRoutes>[1],
): Promise<void> {
  await healthPublicRoutes(app, deps)
}
