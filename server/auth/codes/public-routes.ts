import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { otpSchema, recoverSchema, resendSchema, verifySchema } from '../../../shared/auth/schema.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { routesFor } from '../../http/guards.ts'
import { logFailure, toAppError } from '../../http/render-errors.ts'
import { rateLimits } from '../../load/rate-limit.ts'
import { checkCaptcha } from '../protocol/captcha.ts'
import { deviceOf } from '../protocol/device.ts'
import { readRedirectTarget } from '../protocol/redirect-targets.ts'
import { toAuthFailure } from '../protocol/render-errors.ts'
import type { SessionDeps } from '../sessions/deps.ts'
import { describeSession } from '../sessions/open-session.ts'
import {
  addressAfterFailure,
  addressAfterFirstConfirmation,
  addressAfterPkce,
  addressAfterSignIn,
  FIRST_CONFIRMATION_MESSAGE,
} from './redirect-after-link.ts'
import { requestOtp, requestRecovery, resendCode } from './request-code.ts'
import { verifyForSession, verifyLink } from './verify.ts'

/** Text of a query parameter; one that is given twice counts as absent. */
const queryText = z.string().optional().catch(undefined)

const openedLinkSchema = z.object({
  token: queryText,
  token_hash: queryText,
  type: queryText,
  redirect_to: queryText,
})

/** Requests for codes and links, and their redemption. */
export const codesPublicRoutes = routesFor('public', (app, deps: SessionDeps) => {
  const { config, limiter } = deps

  app.post('/otp', { schema: { body: otpSchema } }, async (request) => {
    await limiter.take(rateLimits.codeRequest, request.ip)
    await checkCaptcha(config, request.body, request.ip)
    await requestOtp(deps, request.body, readRedirectTarget(config, request))
    return {}
  })

  app.post('/recover', { schema: { body: recoverSchema } }, async (request) => {
    await limiter.take(rateLimits.codeRequest, request.ip)
    await checkCaptcha(config, request.body, request.ip)
    await requestRecovery(deps, request.body, readRedirectTarget(config, request))
    return {}
  })

  app.post('/resend', { schema: { body: resendSchema } }, async (request) => {
    await limiter.take(rateLimits.codeRequest, request.ip)
    await checkCaptcha(config, request.body, request.ip)
    await resendCode(deps, request.body, readRedirectTarget(config, request))
    return {}
  })

  app.post('/verify', { schema: { body: verifySchema } }, async (request) => {
    await limiter.take(rateLimits.verify, request.ip)
    try {
      const verified = await verifyForSession(deps, request.body, deviceOf(request))
      if (verified === 'partial') return { msg: FIRST_CONFIRMATION_MESSAGE, code: '200' }
      request.log.info({ event: 'signed_in', user_id: verified.user.id, method: 'otp' })
      return verified
    } catch (error) {
      request.log.info({ event: 'verify_failed', code: toAppError(error).code })
      throw error
    }
  })

  // Without HEAD: mail scanners send it, and must not redeem the link.
  app.get(
    '/verify',
    {
      exposeHeadRoute: false,
      config: { needsApiKey: false },
      schema: { querystring: openedLinkSchema },
    },
    async (request, reply) => {
      const { type, token = request.query.token_hash } = request.query
      if (!token) throw validationFailed('Verify requires a token or a token hash')
      if (!type) throw validationFailed('Verify requires a verification type')
      const target = readRedirectTarget(config, request)
      return reply.redirect(await openLink(deps, request, { token, type, target }), 303)
    },
  )
})

/** Redeems a link and returns the address to continue at, also when it is refused or fails. Throws AppError 429. */
async function openLink(
  deps: SessionDeps,
  request: FastifyRequest,
  { token, type, target }: { token: string; type: string; target: string },
): Promise<string> {
  try {
    await deps.limiter.take(rateLimits.verify, request.ip)
    const verified = await verifyLink(deps, { token, type }, deviceOf(request))
    if ('partial' in verified) return addressAfterFirstConfirmation(target, verified.isPkce)
    if ('authCode' in verified) return addressAfterPkce(target, verified.authCode)
    const session = await describeSession(deps.db, deps.accessTokens, verified.session)
    request.log.info({ event: 'signed_in', user_id: session.user.id, method: 'otp' })
    return addressAfterSignIn(target, session, type)
  } catch (error) {
    const failure = toAuthFailure(error)
    if (failure.status === 429) throw failure
    if (failure.status >= 500) logFailure(request, failure)
    else request.log.info({ event: 'verify_failed', code: failure.code })
    return addressAfterFailure(target, failure, token)
  }
}
