import { z } from 'zod'
import { acceptForms } from '../../../../platform/http/body-parsers.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { routesFor } from '../../../../platform/http/guards.ts'
import { rateLimits } from '../../../../platform/load/rate-limit.ts'
import { validationFailed } from '../../../accounts/errors.ts'
import { readChallenge } from '../../codes/flow-queries.ts'
import { checkCaptcha } from '../../protocol/captcha.ts'
import { allowedTarget, readRedirectTarget } from '../../protocol/redirect-targets.ts'
import { finishFlow, startProviderRedirect } from '../flow.ts'
import type { IdentityProvider, ProviderDeps, SsoProviders } from '../provider.ts'
import { redirectBrowser } from '../public-routes.ts'
import { serviceMetadata } from './saml-provider.ts'

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
export const ssoPublicRoutes = routesFor('public', (app, deps: ProviderDeps) => {
  const { limiter, sso, config } = deps
  acceptForms(app)
  const onRequest = async () => {
    if (!sso.byId.size) throw samlDisabled()
  }

  app.post('/sso', { onRequest, schema: { body: ssoSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.sso, request.ip)
    const { body } = request
    await checkCaptcha(config, body, request.ip)
    const redirect_to = body.redirect_to ? allowedTarget(config, body.redirect_to) : readRedirectTarget(config, request)
    const flow = { provider: findProvider(sso, body), redirect_to, challenge: readChallenge(body) }
    const url = await startProviderRedirect(deps, flow)
    return body.skip_http_redirect ? { url } : redirectBrowser(reply, url, 303)
  })

  app.post(
    '/sso/saml/acs',
    { onRequest, config: { needsApiKey: false }, schema: { body: acsSchema } },
    async (request, reply) => {
      await limiter.take(rateLimits.oauth, request.ip)
      const { SAMLResponse, RelayState: state = '' } = request.body
      const response = new URLSearchParams({ SAMLResponse, state })
      return redirectBrowser(reply, await finishFlow(deps, request, response, 'sso/saml'), 303)
    },
  )

  app.get('/sso/saml/metadata', { onRequest, config: { needsApiKey: false } }, async (_request, reply) =>
    reply.type('application/samlmetadata+xml').send(await serviceMetadata(config.siteUrl)),
  )
})

function findProvider(sso: SsoProviders, { provider_id, domain }: z.infer<typeof ssoSchema>): IdentityProvider {
  if (provider_id && domain) throw onlyOneOfProviderAndDomain()
  if (!provider_id && !domain) throw providerOrDomainNeeded()
  const found = provider_id
    ? sso.byId.get(provider_id.toLowerCase())
    : sso.byDomain.get((domain ?? '').trim().toLowerCase())
  if (!found) throw provider_id ? ssoProviderNotFound() : ssoDomainNotFound()
  return found
}
