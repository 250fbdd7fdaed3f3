import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import {
  adminUserPageSchema,
  adminUserSchema,
  adminUsersExportSchema,
  adminUsersQuerySchema,
  openOrdersSchema,
} from '../../../shared/accounts/schema.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { acting } from '../audit/acting.ts'
import type { CountOpenOrders, SuspensionLinks } from './links.ts'
import { exportUsers, listUsers, toAdminUser } from './list-users.ts'
import { reinstateUser, suspendUser } from './suspend-user.ts'

export interface AccountsDeps extends SuspensionLinks {
  countOpenOrders: CountOpenOrders
  messages: Pick<Messages, 'queueMail'>
  db: Db
  clock: Clock
  invalidateSessions: (sessionIds: string[]) => void
}

/** The admins' list of accounts: suspending and reinstating them. Only the operator changes roles, with `cli/admin.ts`. */
export const usersAdminRoutes = adminRoutesFor('sellers', (app, deps: AccountsDeps) => {
  const { db, clock, invalidateSessions } = deps
  const params = z.object({ user_id: z.uuid().toLowerCase() })
  const change = (summary: string) => respondsWith(adminUserSchema, { summary, params, body: reasonSchema })

  app.get(
    '/api/admin/users',
    respondsWith(adminUserPageSchema, { summary: 'A page of the accounts', querystring: adminUsersQuerySchema }),
    (request) => listUsers(db, request.query, clock()),
  )

  app.get('/api/admin/users.csv', csvOptions('The accounts as CSV', adminUsersExportSchema), async (request, reply) =>
    sendCsv(reply, 'users.csv', await exportUsers(db, request.query, clock())),
  )

  app.get(
    '/api/admin/users/:user_id/open-orders',
    respondsWith(openOrdersSchema, { summary: 'How many orders of an account are not sent yet', params }),
    (request) => deps.countOpenOrders(db, request.params.user_id),
  )

  app.post('/api/admin/users/:user_id/suspend', change('Suspend an account'), async (request) => {
    const by = acting(request, clock, request.body?.reason)
    const { account, ended } = await suspendUser(deps, by, request.params.user_id)
    invalidateSessions(ended)
    request.log.info({
      event: 'user_suspended',
      admin_id: by.admin_id,
      user_id: account.id,
      sessions_ended: ended.length,
    })
    return toAdminUser(account, by.now)
  })

  app.post('/api/admin/users/:user_id/reinstate', change('Reinstate a suspended account'), async (request) => {
    const by = acting(request, clock, request.body?.reason)
    const account = await reinstateUser(deps, by, request.params.user_id)
    request.log.info({ event: 'user_reinstated', admin_id: by.admin_id, user_id: account.id })
    return toAdminUser(account, by.now)
  })
})
