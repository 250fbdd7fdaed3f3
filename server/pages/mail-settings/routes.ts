import type { FastifyInstance } from 'fastify'
import { type MailSettingsRoutesDeps, mailServerAdminRoutes, mailTextsAdminRoutes } from './admin-routes.ts'

export async function mailSettingsRoutes(app: FastifyInstance, deps: MailSettingsRoutesDeps): Promise<void> {
  await mailTextsAdminRoutes(app, deps)
  await mailServerAdminRoutes(app, deps)
}
