import { z } from 'zod'
import { callerOf, routesFor } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { requireOwnAssurance } from '../factors/assurance.ts'
import { identityIdInvalid, manualLinkingDisabled } from './errors.ts'
import { startProviderRedirect } from './flow.ts'
import type { ProviderDeps } from './provider.ts'
import { authorizeQuerySchema, readFlow, redirectBrowser } from './public-routes.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Identities of the caller's account: adding and removing them. */
export const identitiesSignedInRoutes = routesFor('signed-in', (app, deps: ProviderDeps) => {
  const { limiter, config } = deps

  app.addHook('onRequest', async () => {
    if (!config.manualLinking) throw manualLinkingDisabled()
  })

  app.get('/user/identities/authorize', { schema: { querystring: authorizeQuerySchema } }, async (request, reply) => {
    const caller = callerOf(request)
    await requireOwnAssurance(deps.db, caller)
    await limiter.take(rateLimits.oauth, request.ip)
    const flow = { ...readFlow(deps, request), linking_session_id: caller.session_id }
    const url = await startProviderRedirect(deps, flow)
    return request.query.skip_http_redirect === 'true' ? { url } : redirectBrowser(reply, url)
  })

  app.delete(
    '/user/identities/:identity_id',
    { schema: { params: z.object({ identity_id: z.string() }) } },
    async (request) => {
      const caller = callerOf(request)
      await requireOwnAssurance(deps.db, caller)
      const { identity_id } = request.params
      if (!z.guid().safeParse(identity_id).success) throw identityIdInvalid()
      await unlinkIdentity(deps, caller.user_id, identity_id.toLowerCase(), request.log)
      return {}
    },
  )
})
