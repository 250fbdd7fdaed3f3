import { z } from 'zod'
import { routesFor } from '../../platform/guards.ts'
import { rateLimits } from '../../platform/rate-limit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { checkCaptcha } from '../captcha.ts'
import { type CodeChallenge, readChallenge } from '../flow-states.ts'
import { providerNotEnabled } from '../oauth/errors.ts'
import { acceptForms, sendOn } from '../oauth/everyone-routes.ts'
import { finishFlow } from '../oauth/finish-flow.ts'
import { leaveForProvider } from '../oauth/leave-for-provider.ts'
import { asProviderFailure } from '../oauth/provider-error.ts'
import { flowSecretsOf, startOauthFlow } from '../oauth/start-flow.ts'
import { allowedTarget, readRedirectTarget } from '../redirect-targets.ts'
import {
  onlyOneOfProviderAndDomain,
  providerOrDomainNeeded,
  samlDisabled,
  ssoDomainNotFound,
  ssoProviderNotFound,
} from './errors.ts'
import { serviceMetadata } from './saml-provider.ts'
import type { SsoProvider, SsoProviders } from './sso-providers.ts'

const text = z.string().max(2048).nullish()
const ssoSchema = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: text,
  code_challenge_method: text,
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})
/** Forms of providers; the answer may be large, as it holds signatures and certificates. */
const acsSchema = z.object({ SAMLResponse: z.string().max(200_000), RelayState: z.string().max(100).optional() })

/** Sign-in by an organisation's own provider. All of it is a 404 unless one is configured. */
export const ssoEveryoneRoutes = routesFor('everyone', (app, deps: AuthDeps) => {
  const { limiter, sso, config } = deps
  acceptForms(app)
  const onRequest = async () => {
    if (!sso.enabled) throw samlDisabled()
  }

  app.post('/sso', { onRequest, schema: { body: ssoSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.sso, request.ip)
    const { body } = request
    await checkCaptcha(config, body, request.ip)
    const asked = body.redirect_to ? allowedTarget(config, body.redirect_to) : readRedirectTarget(config, request)
    const found = findProvider(sso, body)
    const url = await leaveForSso(deps, found, { redirect_to: asked, challenge: readChallenge(body) }).catch(
      (error) => {
        throw asProviderFailure(error)
      },
    )
    return body.skip_http_redirect ? { url } : sendOn(reply, url, 303)
  })

  app.post(
    '/sso/saml/acs',
    { onRequest, config: { needsApiKey: false }, schema: { body: acsSchema } },
    async (request, reply) => {
      await limiter.take(rateLimits.oauth, request.ip)
      const { SAMLResponse, RelayState } = request.body
      const address = await finishFlow(deps, request, RelayState, async (flow) => {
        const provider = sso.findSaml(flow.provider)
        if (!provider) throw providerNotEnabled()
        return provider.identify(SAMLResponse, { request_id: requestIdOf(flow.state, deps) })
      })
      return sendOn(reply, address, 303)
    },
  )

  app.get('/sso/saml/metadata', { onRequest, config: { needsApiKey: false } }, async (_request, reply) =>
    reply.type('application/samlmetadata+xml').send(serviceMetadata(config.siteUrl)),
  )
})

function findProvider(sso: SsoProviders, asked: z.infer<typeof ssoSchema>): SsoProvider {
  const { provider_id, domain } = asked
  if (provider_id && domain) throw onlyOneOfProviderAndDomain()
  if (!provider_id && !domain) throw providerOrDomainNeeded()
  if (provider_id) {
    const found = sso.findById(provider_id)
    if (!found) throw ssoProviderNotFound()
    return found
  }
  const found = sso.findByDomain(domain ?? '')
  if (!found) throw ssoDomainNotFound()
  return found
}

async function leaveForSso(
  deps: AuthDeps,
  found: SsoProvider,
  journey: { redirect_to: string; challenge: CodeChallenge | undefined },
): Promise<string> {
  if (found.kind === 'oidc') return leaveForProvider(deps, found.provider, { ...journey, scopes: null, query: {} })
  const { provider } = found
  const { state } = await startOauthFlow(deps, {
    ...journey,
    provider: provider.name,
    authentication_method: 'sso/saml',
  })
  return provider.authorizationUrl({ request_id: requestIdOf(state, deps), relay_state: state })
}

/** Derived from the state, so that an answer fits the journey it came back with and no other. */
function requestIdOf(state: string, { secrets }: Pick<AuthDeps, 'secrets'>): string {
  return `_${flowSecretsOf(state, secrets).nonce}`
}
