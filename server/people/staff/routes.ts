import type { FastifyInstance } from 'fastify'
import { type StaffDeps, staffAdminRoutes } from './admin-routes.ts'
import { invitationPublicRoutes } from './public-routes.ts'

export async function staffRoutes(app: FastifyInstance, deps: StaffDeps): Promise<void> {
  await staffAdminRoutes(app, deps)
  await invitationPublicRoutes(app, deps)
}
