import type { FastifyInstance } from 'fastify'
import type { FastPath } from '../../platform/fast-path/fast-path.ts'
import { type AccountsDeps, usersAdminRoutes } from './admin-routes.ts'
import { avatarsPublicRoutes } from './public-routes.ts'

/** The admins' list of accounts, and the pictures drawn for accounts. The account lookup is a table of `server/programs/rest`. */
export async function accountsRoutes(app: FastifyInstance, deps: AccountsDeps & { fastPath: FastPath }): Promise<void> {
  await usersAdminRoutes(app, deps)
  await avatarsPublicRoutes(app, deps)
}
