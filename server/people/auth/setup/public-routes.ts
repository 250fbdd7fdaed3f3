import { z } from 'zod'
import { setupSchema } from '../../../../shared/auth/schema.ts'
import { routesFor } from '../../../platform/http/guards.ts'
import { isSetupOpen } from '../../accounts/queries.ts'
import type { PasswordDeps } from '../passwords/passwords.ts'
import { makeFirstAdmin, setupError } from './make-first-admin.ts'

/** The first admin, made with the link that the start prints. Every later one is made with `cli/admin.ts`. */
export const setupPublicRoutes = routesFor('public', (app, deps: PasswordDeps) => {
  app.post(
    '/api/setup',
    {
      // First, so that afterwards every request gets 404.
      preValidation: async () => {
        if (!(await isSetupOpen(deps.db))) throw setupError('setup_done')
      },
      schema: { summary: 'Make the first admin', body: setupSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const user_id = await makeFirstAdmin(deps, request.body, request.ip)
      request.log.info({ event: 'role_changed', user_id, role: 'admin' })
      return reply.code(204).send(null)
    },
  )
})
