import { type AccountSessions, accountSessionsSchema } from '../../shared/account/factor-schema.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import type { AuthDeps } from './auth-deps.ts'
import { readSessions } from './queries.ts'

/** More than people have devices; older ones are left out. */
const MAX_SHOWN = 100

/** Where an account is signed in, for its own eyes. */
export const accountSessionsSignedInRoutes = routesFor('signed-in', (app, { db }: Pick<AuthDeps, 'db'>) => {
  app.get(
    '/api/account/sessions',
    { schema: { summary: "The caller's signed-in devices", response: { 200: accountSessionsSchema } } },
    async (request): Promise<AccountSessions> => {
      const { user_id, session_id: own } = callerOf(request)
      const sessions = await readSessions(db, user_id, { first: own, limit: MAX_SHOWN })
      return {
        sessions: sessions.map(({ id, created_at, refreshed_at, ...session }) => ({
          ...session,
          session_id: id,
          current: id === own,
          created_at: created_at.toISOString(),
          refreshed_at: refreshed_at?.toISOString() ?? null,
        })),
      }
    },
  )
})
