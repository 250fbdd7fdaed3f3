import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { securityMessages } from '../../shared/account/security-messages.ts'
import { loadAuthClient } from './auth-client.ts'
import { readStoredSession } from './stored-session.ts'

/** What a person followed a link for; stands in the address it leads back to. */
export type ArrivalStep = 'arrived' | 'new-password' | 'confirmed' | 'email-changed' | 'identity-linked'

/** Where links of mails and providers lead: the sign-in page, which sends people on to where they came from. */
export function returnAddress(step: ArrivalStep, { from, action }: { from?: string | null; action?: string | null }) {
  const query = new URLSearchParams({ step, ...(from && { from }), ...(action && { action }) })
  return `${location.origin}/authentication?${query}`
}

/** What the sign-in service added to such an address. */
export interface ArrivedLink {
  code: string | null
  tokens: { access_token: string; refresh_token: string } | null
  /** The name of what went wrong. */
  failure: string | null
  /** The first of two addresses has confirmed a change. */
  half: boolean
}

const MEMBERS = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description', 'message', 'sb']

/** Reads what came with the address; null when it is a plain one. */
export function readLink(search: string, hash: string): ArrivedLink | null {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const read = (name: string) => query.get(name) ?? fragment.get(name)
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')]
  const link = {
    code: query.get('code'),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
    failure: read('error_code') ?? read('error'),
    half: read('message') !== null,
  }
  return link.code || link.tokens || link.failure || link.half ? link : null
}

/** The query without what came with the link. */
export function withoutLink(search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of MEMBERS) query.delete(name)
  return query
}

/** What following a link came to, in words for the person: at most one of the two. */
export interface Arrival {
  problem?: string
  /** It worked, and something is left to do. */
  notice?: string
}

let last: { key: string; arrival: Promise<Arrival> } | undefined

/** Uses a link up, once however often it is asked. Never throws. */
export function takeLink(link: ArrivedLink, step: string | null): Promise<Arrival> {
  const key = JSON.stringify([link, step])
  if (last?.key !== key) last = { key, arrival: follow(link, step) }
  return last.arrival
}

async function follow({ code, tokens, failure, half }: ArrivedLink, step: string | null): Promise<Arrival> {
  // Never the words in the address: anybody may have written them.
  if (failure) return { problem: WORDS[failure] ?? securityMessages.linkFailed }
  if (half) return { notice: securityMessages.emailChangeHalf }
  try {
    const auth = await loadAuthClient()
    return await (tokens ? takeTokens(auth, tokens) : takeCode(auth, code ?? '', step))
  } catch (error) {
    console.warn(error)
    return { problem: securityMessages.linkFailed }
  }
}

async function takeCode(auth: GoTrueClient, code: string, step: string | null): Promise<Arrival> {
  // The account has changed already; the person keeps their session and what it was raised with.
  if ((step === 'email-changed' || step === 'identity-linked') && readStoredSession())
    return arrivalOf((await auth.refreshSession()).error)
  const { error } = await auth.exchangeCodeForSession(code)
  if (!error || !isOfOtherBrowser(error)) return arrivalOf(error)
  if (step === 'confirmed') return { notice: securityMessages.confirmed }
  if (step === 'email-changed') return { notice: securityMessages.emailChangeDoneElsewhere }
  return { problem: securityMessages.linkElsewhere }
}

/** Nobody is made somebody else by a link that a stranger could have written. */
async function takeTokens(
  auth: GoTrueClient,
  tokens: { access_token: string; refresh_token: string },
): Promise<Arrival> {
  const here = readStoredSession()
  if (here) {
    const { data } = await auth.getUser(tokens.access_token)
    if (data.user?.id !== here.user.id) return { problem: securityMessages.linkOfOther }
  }
  return arrivalOf((await auth.setSession(tokens)).error)
}

function isOfOtherBrowser({ code, name }: AuthError): boolean {
  return name === 'AuthPKCECodeVerifierMissingError' || code === 'bad_code_verifier'
}

const WORDS: Record<string, string> = {
  otp_expired: securityMessages.linkExpired,
  flow_state_not_found: securityMessages.linkExpired,
  flow_state_expired: securityMessages.linkExpired,
  flow_state_already_used: securityMessages.linkExpired,
  bad_oauth_state: securityMessages.linkExpired,
  bad_oauth_callback: securityMessages.linkExpired,
  access_denied: securityMessages.providerCancelled,
  provider_unavailable: securityMessages.providerFailed,
  provider_email_needs_verification: securityMessages.providerEmailUnverified,
  email_address_not_provided: securityMessages.providerEmailMissing,
  identity_already_exists: securityMessages.identityTaken,
  signup_disabled: securityMessages.signUpDisabled,
  user_banned: securityMessages.banned,
}

function arrivalOf(error: AuthError | null): Arrival {
  return error
    ? { problem: WORDS[error.code ?? ''] ?? (error.status ? error.message : securityMessages.linkFailed) }
    : {}
}
