import { z } from 'zod'
import { callerOf, routesFor } from '../../platform/guards.ts'
import { rateLimits } from '../../platform/rate-limit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readChallenge } from '../flow-states.ts'
import { requireOwnAssurance } from '../mfa/assurance.ts'
import { readRedirectTarget } from '../redirect-targets.ts'
import { identityIdInvalid, manualLinkingDisabled, providerNotEnabled } from './errors.ts'
import { leaveSchema, sendOn } from './everyone-routes.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import { asProviderFailure } from './provider-error.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** People add identities to their account, and remove them. */
export const identitiesSignedInRoutes = routesFor('signed-in', (app, deps: AuthDeps) => {
  const { limiter, providers, config } = deps

  app.addHook('onRequest', async () => {
    if (!config.manualLinking) throw manualLinkingDisabled()
  })

  app.get('/user/identities/authorize', { schema: { querystring: leaveSchema } }, async (request, reply) => {
    const caller = callerOf(request)
    await requireOwnAssurance(deps.db, caller)
    await limiter.take(rateLimits.oauth, request.ip)
    const { query } = request
    const provider = providers.get(query.provider ?? '')
    if (!provider) throw providerNotEnabled()
    const url = await leaveForProvider(deps, provider, {
      redirect_to: readRedirectTarget(config, request),
      challenge: readChallenge(query),
      scopes: query.scopes,
      query,
      linking_session_id: caller.session_id,
    }).catch((error) => {
      throw asProviderFailure(error)
    })
    return query.skip_http_redirect === 'true' ? { url } : sendOn(reply, url)
  })

  app.delete(
    '/user/identities/:identity_id',
    { schema: { params: z.object({ identity_id: z.string() }) } },
    async (request) => {
      const { user_id } = callerOf(request)
      await requireOwnAssurance(deps.db, callerOf(request))
      const { identity_id } = request.params
      if (!z.guid().safeParse(identity_id).success) throw identityIdInvalid()
      await unlinkIdentity(deps, { user_id, identity_id: identity_id.toLowerCase() }, request.log)
      return {}
    },
  )
})
