import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toAppError } from '../../../platform/http/render-errors.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { deviceOf } from '../protocol/device.ts'
import { addressWithCode } from '../protocol/return-address.ts'
import type { SessionDeps } from '../sessions/deps.ts'
import { describeSession } from '../sessions/open-session.ts'
import { addressAfterFirstConfirmation, addressAfterSignIn } from './redirect-after-link.ts'
import { verifyLink } from './verify.ts'

/** Mailed links lead to a page that redeems them at the press of a button: mail scanners open links, too. */
export const LINK_PAGE_PATH = '/verify'

/** Text of a parameter; one that is repeated counts as absent. */
export const linkText = z.string().optional().catch(undefined)

export const linkSchema = z.object({ token: linkText, type: linkText, redirect_to: linkText })

export interface OpenedLink {
  token: string
  type: string
  target: string
}

/** Redeems a link and returns the address with what it gives: a session, a code for one, or a message. Throws AppError. */
export async function redeemForRedirect(
  deps: SessionDeps,
  request: FastifyRequest,
  { token, type, target }: OpenedLink,
): Promise<string> {
  try {
    await deps.limiter.take(rateLimits.verify, request.ip)
    const verified = await verifyLink(deps, { token, type }, deviceOf(request))
    if ('partial' in verified) return addressAfterFirstConfirmation(target, verified.isPkce)
    if ('authCode' in verified) return addressWithCode(target, verified.authCode)
    const session = await describeSession(deps.db, deps.accessTokens, verified.session)
    request.log.info({ event: 'signed_in', user_id: session.user.id, method: 'otp' })
    return addressAfterSignIn(target, session, type)
  } catch (error) {
    request.log.info({ event: 'verify_failed', code: toAppError(error).code })
    throw error
  }
}
