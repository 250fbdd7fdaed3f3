import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import { updateUserSchema, userSchema } from '../../../shared/auth/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import { validationFailed } from '../accounts/errors.ts'
import { requestReauthentication } from './codes/request-code.ts'
import { endSessions } from './codes/take-over.ts'
import type { AuthDeps } from './create-auth.ts'
import { userNotFound } from './protocol/errors.ts'
import { readRedirectTarget } from './protocol/redirect-targets.ts'
import { toUser } from './protocol/user-object.ts'
import { readUser } from './protocol/user-queries.ts'
import { updateAccount } from './update-account.ts'

const SCOPES = ['global', 'local', 'others'] as const

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

  // HEAD is off: it would send a code.
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
      const requested = request.query.scope || 'global'
      const scope = SCOPES.find((known) => known === requested)
      if (!scope) throw validationFailed(`Unsupported logout scope "${requested}"`)
      const ended = await inTransaction(db, (tx) => endSessions(tx, user_id, { scope, session_id }))
      sessions.invalidate(ended)
      request.log.info({ event: 'signed_out', user_id, scope, sessions_ended: ended.length })
      return reply.code(204).send()
    },
  )
})
