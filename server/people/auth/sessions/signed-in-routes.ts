import { type AccountSessions, accountSessionsSchema } from '../../../../shared/auth/schema.ts'
import { withIsoTimes } from '../../../platform/data/columns.ts'
import { callerOf, respondsWith, routesFor } from '../../../platform/http/guards.ts'
import type { SessionDeps } from './open-session.ts'
import { readSessions } from './queries.ts'

/** More sessions than an account has devices; older ones are not listed. */
const MAX_SHOWN = 100

export const accountSessionsSignedInRoutes = routesFor('signed-in', (app, { db }: Pick<SessionDeps, 'db'>) => {
  app.get(
    '/api/account/sessions',
    respondsWith(accountSessionsSchema, { summary: "The caller's signed-in devices" }),
    async (request): Promise<AccountSessions> => {
      const { user_id, session_id: own } = callerOf(request)
      const sessions = await readSessions(db, user_id, { first: own, limit: MAX_SHOWN })
      return {
        sessions: sessions.map(({ id, ...session }) => ({
          ...withIsoTimes(session),
          session_id: id,
          current: id === own,
        })),
      }
    },
  )
})
