import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppError } from '../../../platform/http/errors.ts'
import { toAppError } from '../../../platform/http/render-errors.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { deviceOf } from '../protocol/deps.ts'
import { addressWithCode, addressWithError, addressWithSession } from '../protocol/return-address.ts'
import { describeSession, type SessionDeps } from '../sessions/open-session.ts'
import { PKCE_LINK_PREFIX } from './code-queries.ts'
import { verifyLink } from './verify.ts'

/** Mailed links lead to a page that redeems them at the press of a button, as mail scanners open links. */
export const LINK_PAGE_PATH = '/verify'

export const FIRST_CONFIRMATION_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Text of a parameter; one that is repeated counts as absent. */
export const linkText = z.string().optional().catch(undefined)

export const linkSchema = z.object({ token: linkText, type: linkText, redirect_to: linkText })

export interface OpenedLink {
  token: string
  type: string
  target: string
}

/** Redeems a link and returns the redirect address with a session, a code for one, or a message. Throws AppError. */
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
    const session = await describeSession(deps, verified.session)
    request.log.info({ event: 'signed_in', user_id: session.user.id, method: 'otp' })
    // With the link's type, for the page.
    return `${addressWithSession(target, session, {})}&${new URLSearchParams({ type })}`
  } catch (error) {
    request.log.info({ event: 'verify_failed', code: toAppError(error).code })
    throw error
  }
}

/** Returns the redirect after the first of two confirmations. */
function addressAfterFirstConfirmation(target: string, isPkce: boolean): string {
  const url = new URL(target)
  if (isPkce) url.searchParams.set('message', FIRST_CONFIRMATION_MESSAGE)
  url.hash = new URLSearchParams({ message: FIRST_CONFIRMATION_MESSAGE, sb: '' }).toString()
  return url.href
}

/** Returns the redirect after a failed link: the failure in the fragment, and with PKCE also in the query. */
export function addressAfterFailure(target: string, failure: AppError, token: string): string {
  const url = new URL(addressWithError(target, failure))
  if (!token.startsWith(PKCE_LINK_PREFIX)) url.search = new URL(target).search
  return url.href
}
