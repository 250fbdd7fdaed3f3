import { z } from 'zod'
import { acceptForms } from '../../../../platform/http/body-parsers.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { routesFor } from '../../../../platform/http/guards.ts'
import { rateLimits } from '../../../../platform/load/rate-limit.ts'
import { validationFailed } from '../../../accounts/errors.ts'
import { type CodeChallenge, readChallenge } from '../../codes/flow-queries.ts'
import { checkCaptcha } from '../../protocol/captcha.ts'
import { allowedTarget, readRedirectTarget } from '../../protocol/redirect-targets.ts'
import { asProviderFailure, providerNotEnabled } from '../errors.ts'
import { finishFlow } from '../finish-flow.ts'
import { redirectBrowser } from '../public-routes.ts'
import { flowSecretsOf, startOauthFlow, startProviderRedirect } from '../start-flow.ts'
import { serviceMetadata } from './saml-provider.ts'
import type { SsoDeps, SsoProvider, SsoProviders } from './sso-providers.ts'

// Codes and texts of sign-in by an organization's own provider.
const samlDisabled = () => new AppError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const onlyOneOfProviderAndDomain = () => validationFailed('Only one of provider_id or domain supported')
const providerOrDomainNeeded = () => validationFailed('A provider_id or domain needs to be provided')
const ssoProviderNotFound = () => new AppError(404, 'sso_provider_not_found', 'No such SSO provider')
const ssoDomainNotFound = () => new AppError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')

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
/** A provider's form: the response may be large, as it holds signatures and certificates. */
const acsSchema = z.object({ SAMLResponse: z.string().max(200_000), RelayState: z.string().max(100).optional() })

/** Sign-in by an organization's own provider. All of it is a 404 unless one is configured. */
export const ssoPublicRoutes = routesFor('public', (app, deps: SsoDeps) => {
  const { limiter, sso, config } = deps
  acceptForms(app)
  const onRequest = async () => {
    if (!sso.enabled) throw samlDisabled()
  }

  app.post('/sso', { onRequest, schema: { body: ssoSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.sso, request.ip)
    const { body } = request
    await checkCaptcha(config, body, request.ip)
    const redirect_to = body.redirect_to ? allowedTarget(config, body.redirect_to) : readRedirectTarget(config, request)
    const found = findProvider(sso, body)
    const url = await startSsoRedirect(deps, found, { redirect_to, challenge: readChallenge(body) }).catch((error) => {
      throw asProviderFailure(error)
    })
    return body.skip_http_redirect ? { url } : redirectBrowser(reply, url, 303)
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
      return redirectBrowser(reply, address, 303)
    },
  )

  app.get('/sso/saml/metadata', { onRequest, config: { needsApiKey: false } }, async (_request, reply) =>
    reply.type('application/samlmetadata+xml').send(await serviceMetadata(config.siteUrl)),
  )
})

function findProvider(sso: SsoProviders, { provider_id, domain }: z.infer<typeof ssoSchema>): SsoProvider {
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

async function startSsoRedirect(
  deps: SsoDeps,
  found: SsoProvider,
  flow: { redirect_to: string; challenge: CodeChallenge | undefined },
): Promise<string> {
  if (found.kind === 'oidc') return startProviderRedirect(deps, found.provider, { ...flow, scopes: null, query: {} })
  const { provider } = found
  const { state } = await startOauthFlow(deps, {
    ...flow,
    provider: provider.name,
    authentication_method: 'sso/saml',
  })
  return provider.authorizationUrl({ request_id: requestIdOf(state, deps), relay_state: state })
}

/** Returns the id of the request of a flow, derived from its state: a response matches its own flow only. */
function requestIdOf(state: string, { secrets }: Pick<SsoDeps, 'secrets'>): string {
  return `_${flowSecretsOf(state, secrets).nonce}`
}
