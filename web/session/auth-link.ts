import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import { signInMessages } from '../../shared/auth/messages.ts'
import { authRefusalText } from '../../shared/auth/refusals.ts'
import { BASE_PATH } from '../../shared/kernel/language.ts'
import type { AppServices, AppThunk } from '../api/app-store.ts'
import { authErrorText } from './call-auth.ts'
import { readStoredSession } from './stored-session.ts'

/** The reason for a link; part of the address that the link leads back to. */
export type LinkStep = 'arrived' | 'new-password' | 'confirmed' | 'email-changed' | 'identity-linked'

/** Returns the address that links in emails and from providers lead to: the sign-in page, which redirects to `from`. */
export function returnAddress(step: LinkStep, { from, action }: { from?: string | null; action?: string | null }) {
  const query = new URLSearchParams({ step, ...(from && { from }), ...(action && { action }) })
  return `${location.origin}${BASE_PATH}/authentication?${query}`
}

/** The parameters that the sign-in service adds to the address. */
export interface AuthLink {
  code: string | null
  tokens: { access_token: string; refresh_token: string } | null
  errorCode: string | null
  /** The first of two addresses has confirmed a change; the second has not. */
  halfConfirmed: boolean
}

const PARAMETERS = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description', 'message', 'sb']

/** Returns what the sign-in service added to an address; null when it added nothing. */
export function readAuthLink(search: string, hash: string): AuthLink | null {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const read = (name: string) => query.get(name) ?? fragment.get(name)
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')]
  const link = {
    code: query.get('code'),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
    errorCode: read('error_code') ?? read('error'),
    halfConfirmed: read('message') !== null,
  }
  return link.code || link.tokens || link.errorCode || link.halfConfirmed ? link : null
}

/** Returns the query without what the sign-in service added. */
export function withoutAuthLink(search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of PARAMETERS) query.delete(name)
  return query
}

/** The outcome of a followed link: at most one of the two. */
export interface LinkResult {
  problem?: string
  /** The link worked, but a step is left to do. */
  notice?: string
}

declare module '../api/app-store.ts' {
  interface AppServices {
    /** The results of links followed on this page, by their content: each link works only once. */
    followedLinks: Map<string, Promise<LinkResult>>
  }
}

/** Follows a link once, however often it is called, and returns what to show. Never rejects. */
export function followLink(link: AuthLink, step: string | null): AppThunk<Promise<LinkResult>> {
  return (_dispatch, _getState, services) => {
    const key = JSON.stringify([link, step])
    const result = services.followedLinks.get(key) ?? follow(link, step, services)
    services.followedLinks.set(key, result)
    return result
  }
}

async function follow(
  { code, tokens, errorCode, halfConfirmed }: AuthLink,
  step: string | null,
  { authClient, storage }: AppServices,
): Promise<LinkResult> {
  // Never the text in the address: anyone could have written it.
  if (errorCode) return { problem: authRefusalText(errorCode, LINK_REFUSALS) ?? signInMessages.linkFailed }
  if (halfConfirmed) return { notice: signInMessages.emailChangeHalf }
  try {
    const auth = await authClient.load()
    const current = readStoredSession(storage)
    return await (tokens ? acceptTokens(auth, tokens, current) : exchangeCode(auth, code ?? '', step, current))
  } catch (error) {
    console.warn(error)
    return { problem: signInMessages.linkFailed }
  }
}

async function exchangeCode(
  auth: GoTrueClient,
  code: string,
  step: string | null,
  current?: Session,
): Promise<LinkResult> {
  // The account has changed already. Exchanging the code would open a new session with a lower assurance level.
  if ((step === 'email-changed' || step === 'identity-linked') && current)
    return resultOf((await auth.refreshSession()).error)
  const { error } = await auth.exchangeCodeForSession(code)
  if (!error || !isFromOtherBrowser(error)) return resultOf(error)
  if (step === 'confirmed') return { notice: signInMessages.confirmed }
  if (step === 'email-changed') return { notice: signInMessages.emailChangeDoneElsewhere }
  return { problem: signInMessages.linkElsewhere }
}

/** Refuses tokens of another account while one is signed in: a stranger could have written the link. */
async function acceptTokens(
  auth: GoTrueClient,
  tokens: { access_token: string; refresh_token: string },
  current?: Session,
): Promise<LinkResult> {
  if (current) {
    const { data } = await auth.getUser(tokens.access_token)
    if (data.user?.id !== current.user.id) return { problem: signInMessages.linkOfOther }
  }
  return resultOf((await auth.setSession(tokens)).error)
}

function isFromOtherBrowser({ code, name }: AuthError): boolean {
  return name === 'AuthPKCECodeVerifierMissingError' || code === 'bad_code_verifier'
}

/** Here `otp_expired` is about the link, not about a typed code. */
const LINK_REFUSALS = { otp_expired: signInMessages.linkExpired }

function resultOf(error: AuthError | null): LinkResult {
  return error ? { problem: authErrorText(error, signInMessages.linkFailed, LINK_REFUSALS) } : {}
}
