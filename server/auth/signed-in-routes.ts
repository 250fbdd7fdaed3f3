import { z } from 'zod'
import { inTransaction } from '../../db/connect.ts'
import { updateUserSchema, userSchema } from '../../shared/account/schema.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { requestReauthentication } from './codes/request-code.ts'
import { userNotFound, validationFailed } from './errors.ts'
import { deleteSessions, readUser } from './queries.ts'
import { readRedirectTarget } from './redirect-targets.ts'
import { updateAccount } from './update-account.ts'
import { toUser } from './user-object.ts'

const SCOPES = ['global', 'local', 'others'] as const

/** What people do with their own account. */
export const authSignedInRoutes = routesFor('signed-in', (app, deps: AuthDeps) => {
  const { db, sessions } = deps

  async function readCaller(userId: string) {
    const user = await readUser(db, userId)
    if (!user) throw userNotFound()
    return toUser(user)
  }

  app.get('/user', { schema: { response: { 200: userSchema } } }, (request) => readCaller(callerOf(request).user_id))

  app.put('/user', { schema: { body: updateUserSchema, response: { 200: userSchema } } }, async (request) => {
    const caller = callerOf(request)
    const redirectTo = readRedirectTarget(deps.config, request)
    await updateAccount(deps, caller, request.body, { redirectTo, log: request.log })
    return readCaller(caller.user_id)
  })

  // Without HEAD: it would send a code.
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    await deps.limiter.take(rateLimits.codeRequest, request.ip)
    await requestReauthentication(deps, callerOf(request))
    return {}
  })

  app.post(
    '/logout',
    { schema: { querystring: z.object({ scope: z.string().optional() }) } },
    async (request, reply) => {
      const { user_id, session_id } = callerOf(request)
      const asked = request.query.scope || 'global'
      const scope = SCOPES.find((known) => known === asked)
      if (!scope) throw validationFailed(`Unsupported logout scope "${asked}"`)
      const ended = await inTransaction(db, (tx) => deleteSessions(tx, { user_id, session_id, scope }))
      sessions.forget(ended)
      request.log.info({ event: 'signed_out', user_id, scope, sessions_ended: ended.length })
      return reply.code(204).send()
    },
  )
})
