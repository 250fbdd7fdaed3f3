import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminListQuerySchema, adminUserPageSchema, adminUserSchema } from '../../../shared/admin/schema.ts'
import { callerOf, routesFor } from '../../platform/guards.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { listUsers, toAdminUser } from './list-users.ts'
import { reinstateUser, suspendUser } from './suspend-user.ts'

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'sessions'>

/** What admins do with accounts: see them, keep them out, let them in again. Roles change at the server only. */
export const usersAdminRoutes = routesFor(['admin'], (app, { db, clock, sessions }: Deps) => {
  const acting = (request: FastifyRequest) => ({ admin_id: callerOf(request).user_id, now: clock() })
  const change = (summary: string) => ({
    schema: { summary, params: z.object({ user_id: z.uuid().toLowerCase() }), response: { 200: adminUserSchema } },
  })

  app.get(
    '/api/admin/users',
    {
      schema: {
        summary: 'A page of the accounts',
        querystring: adminListQuerySchema,
        response: { 200: adminUserPageSchema },
      },
    },
    (request) => listUsers(db, request.query, clock()),
  )

  app.post('/api/admin/users/:user_id/suspend', change('Keep an account out'), async (request) => {
    const by = acting(request)
    const { account, ended } = await suspendUser(db, by, request.params.user_id)
    sessions.forget(ended)
    request.log.info({ event: 'user_suspended', ...by, user_id: account.id, sessions_ended: ended.length })
    return toAdminUser(account, by.now)
  })

  app.post('/api/admin/users/:user_id/reinstate', change('Let a suspended account in again'), async (request) => {
    const by = acting(request)
    const account = await reinstateUser(db, by, request.params.user_id)
    request.log.info({ event: 'user_reinstated', ...by, user_id: account.id })
    return toAdminUser(account, by.now)
  })
})
