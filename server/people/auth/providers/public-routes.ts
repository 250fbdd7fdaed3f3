import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acceptForms } from '../../../platform/http/body-parsers.ts'
import { routesFor } from '../../../platform/http/guards.ts'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { readChallenge } from '../codes/flow-queries.ts'
import { readRedirectTarget } from '../protocol/redirect-targets.ts'
import { addressWithError } from '../protocol/return-address.ts'
import { asProviderFailure, providerNotEnabled } from './errors.ts'
import { finishFlow, startProviderRedirect } from './flow.ts'
import type { ProviderDeps } from './provider.ts'

const text = z.string().max(2048).nullish()
/** Other parameters are passed to the provider. */
export const authorizeQuerySchema = z.looseObject({
  provider: text,
  redirect_to: text,
  scopes: text,
  code_challenge: text,
  code_challenge_method: text,
  skip_http_redirect: text,
})
/** A parameter that is repeated is refused: a response has one state and one code. */
const responseSchema = z.record(z.string().max(100), z.string().max(8192))

/** The redirects to a provider and back, which browsers open without an API key. */
export const oauthPublicRoutes = routesFor('public', (app, deps: ProviderDeps) => {
  const { limiter } = deps
  const open = { needsApiKey: false }
  acceptForms(app)

  app.get('/authorize', { config: open, schema: { querystring: authorizeQuerySchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    const flow = readFlow(deps, request)
    try {
      return redirectBrowser(reply, await startProviderRedirect(deps, flow))
    } catch (error) {
      // The target is known, and its page shows the failure better than bare JSON.
      const failure = asProviderFailure(error)
      logFailure(request, failure)
      return redirectBrowser(reply, addressWithError(flow.redirect_to, failure))
    }
  })

  app.get('/callback', { config: open, schema: { querystring: responseSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    return redirectBrowser(reply, await finishFlow(deps, request, new URLSearchParams(request.query), 'oauth'))
  })

  app.post('/callback', { config: open, schema: { body: responseSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    return redirectBrowser(reply, await finishFlow(deps, request, new URLSearchParams(request.body), 'oauth'))
  })
})

/** Returns the flow that a request begins at the provider it names. Throws AppError 400. */
export function readFlow(
  { providers, config }: ProviderDeps,
  request: FastifyRequest<{ Querystring: z.infer<typeof authorizeQuerySchema> }>,
) {
  const { query } = request
  const provider = providers.get(query.provider ?? '')
  if (!provider) throw providerNotEnabled()
  return { provider, redirect_to: readRedirectTarget(config, request), challenge: readChallenge(query), query }
}

/** Redirects the browser without a referrer, as the current address may hold a code. */
export function redirectBrowser(reply: FastifyReply, address: string, status: 302 | 303 = 302): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(address, status)
}
