import type { FastifyRequest } from 'fastify'
import { otpSchema, recoverSchema, resendSchema, verifySchema } from '../../../../shared/auth/schema.ts'
import { routesFor } from '../../../platform/http/guards.ts'
import { logFailure, toAppError } from '../../../platform/http/render-errors.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { checkCaptcha } from '../protocol/captcha.ts'
import { deviceOf } from '../protocol/deps.ts'
import { readRedirectTarget } from '../protocol/redirect-targets.ts'
import { toAuthFailure } from '../protocol/render-errors.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import {
  addressAfterFailure,
  FIRST_CONFIRMATION_MESSAGE,
  linkSchema,
  linkText,
  type OpenedLink,
  redeemForRedirect,
} from './open-link.ts'
import { requestOtp, requestRecovery, resendCode } from './request-code.ts'
import { verifyForSession } from './verify.ts'

const openedLinkSchema = linkSchema.extend({ token_hash: linkText })

export const codesPublicRoutes = routesFor('public', (app, deps: SessionDeps) => {
  const { config, limiter } = deps

  /** Returns where the link of a requested message leads. Throws AppError 400, 429. */
  async function admit(request: FastifyRequest<{ Body: Parameters<typeof checkCaptcha>[1] }>): Promise<string> {
    await limiter.take(rateLimits.codeRequest, request.ip)
    await checkCaptcha(config, request.body, request.ip)
    return readRedirectTarget(config, request)
  }

  app.post('/otp', { schema: { body: otpSchema } }, async (request) => {
    await requestOtp(deps, request.body, await admit(request))
    return {}
  })

  app.post('/recover', { schema: { body: recoverSchema } }, async (request) => {
    await requestRecovery(deps, request.body, await admit(request))
    return {}
  })

  app.post('/resend', { schema: { body: resendSchema } }, async (request) => {
    await resendCode(deps, request.body, await admit(request))
    return {}
  })

  app.post('/verify', { schema: { body: verifySchema } }, async (request) => {
    await limiter.take(rateLimits.verify, request.ip)
    try {
      const verified = await verifyForSession(deps, request.body, deviceOf(request))
      if (!verified) return { msg: FIRST_CONFIRMATION_MESSAGE, code: '200' }
      request.log.info({ event: 'signed_in', user_id: verified.user.id, method: 'otp' })
      return verified
    } catch (error) {
      request.log.info({ event: 'verify_failed', code: toAppError(error).code })
      throw error
    }
  })

  // For clients that build links of their own; mailed links open a page first. No HEAD, as the request redeems the link.
  app.get(
    '/verify',
    { exposeHeadRoute: false, config: { needsApiKey: false }, schema: { querystring: openedLinkSchema } },
    async (request, reply) => {
      const { type, token = request.query.token_hash } = request.query
      if (!token) throw validationFailed('Verify requires a token or a token hash')
      if (!type) throw validationFailed('Verify requires a verification type')
      const link = { token, type, target: readRedirectTarget(config, request) }
      return reply.redirect(await redeemOrFail(deps, request, link), 303)
    },
  )
})

async function redeemOrFail(deps: SessionDeps, request: FastifyRequest, link: OpenedLink): Promise<string> {
  try {
    return await redeemForRedirect(deps, request, link)
  } catch (error) {
    const failure = toAuthFailure(error)
    if (failure.status === 429) throw failure
    if (failure.status >= 500) logFailure(request, failure)
    return addressAfterFailure(link.target, failure, link.token)
  }
}
