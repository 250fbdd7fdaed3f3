import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type App, routesFor } from '../../platform/guards.ts'
import { rateLimits } from '../../platform/rate-limit.ts'
import { logFailure } from '../../platform/render-errors.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readChallenge } from '../flow-states.ts'
import { readRedirectTarget } from '../redirect-targets.ts'
import { providerNotEnabled } from './errors.ts'
import { finishOauthFlow } from './finish-flow.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import { asProviderFailure } from './provider-error.ts'
import { addressWithError } from './return-address.ts'

const text = z.string().max(2048).nullish()
/** Other members are for the provider. */
export const leaveSchema = z.looseObject({
  provider: text,
  redirect_to: text,
  scopes: text,
  code_challenge: text,
  code_challenge_method: text,
  skip_http_redirect: text,
})
/** One of each: two states or codes are nobody's answer. */
const answerSchema = z.record(z.string().max(100), z.string().max(8192))

/** To a provider and back; opened by browsers, which send no key. */
export const oauthEveryoneRoutes = routesFor('everyone', (app, deps: AuthDeps) => {
  const { limiter, providers, config } = deps
  const open = { needsApiKey: false }
  acceptForms(app)

  app.get('/authorize', { config: open, schema: { querystring: leaveSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    const { query } = request
    const provider = providers.get(query.provider ?? '')
    if (!provider) throw providerNotEnabled()
    const journey = { redirect_to: readRedirectTarget(config, request), challenge: readChallenge(query), query }
    try {
      return sendOn(reply, await leaveForProvider(deps, provider, { ...journey, scopes: query.scopes }))
    } catch (error) {
      // Where the person wants to be is known: a page of ours says it better than bare JSON.
      const failure = asProviderFailure(error)
      logFailure(request, failure)
      return sendOn(reply, addressWithError(journey.redirect_to, failure))
    }
  })

  app.get('/callback', { config: open, schema: { querystring: answerSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    return sendOn(reply, await finishOauthFlow(deps, request, new URLSearchParams(request.query)))
  })

  app.post('/callback', { config: open, schema: { body: answerSchema } }, async (request, reply) => {
    await limiter.take(rateLimits.oauth, request.ip)
    return sendOn(reply, await finishOauthFlow(deps, request, new URLSearchParams(request.body)))
  })
})

/** Sends the browser on, without telling the next site the address it came from: that may hold a code. */
export function sendOn(reply: FastifyReply, address: string, status: 302 | 303 = 302): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(address, status)
}

/** Providers may answer by a form that the browser posts. */
export function acceptForms(app: App): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}
