import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../../db/connect.ts'
import type { TokenRequest } from '../../../../shared/auth/schema.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { languageOf } from '../../../platform/http/request-context.ts'
import { deriveKey, hashToken, type Secrets } from '../../../platform/keys/secrets.ts'
import { inAddressTransaction } from '../../accounts/address-changes.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { readAccount, updateUser } from '../../accounts/queries.ts'
import { type CodeChallenge, exchangeAuthCode, issueAuthCode, startFlow } from '../codes/flow-queries.ts'
import { AUTH_BASE, type Device, deviceOf, type EventLog } from '../protocol/deps.ts'
import { flowStateNotFound, signInBanned } from '../protocol/errors.ts'
import { addressWithCode, addressWithError, addressWithSession } from '../protocol/return-address.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import { type AccountOfIdentity, accountOfIdentity } from './account-of-identity.ts'
import {
  asProviderFailure,
  providerError,
  providerNotEnabled,
  stateExpired,
  stateInvalid,
  stateMissing,
  stateNotFound,
  stateUsed,
} from './errors.ts'
import {
  type FlowSecrets,
  type IdentityProvider,
  type ProviderDeps,
  type ProviderIdentity,
  SCOPE_PATTERN,
} from './provider.ts'
import {
  insertOauthFlow,
  insertProviderTokens,
  readOauthFlowEnd,
  takeOauthFlow,
  takeProviderTokens,
} from './queries.ts'

const OAUTH_STATE_SECONDS = 300

/** Returns the secrets of a state, which cannot be computed without our key. */
function flowSecretsOf(state: string, secrets: Secrets): FlowSecrets {
  const key = deriveKey(secrets, 'oauth flows')
  const derive = (name: string) => createHmac('sha256', key).update(`${name} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), code_verifier: derive('verifier') }
}

/** Parameters of the request to a provider that the client must not set. */
const RESERVED =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|scope|code_challenge.*|code_verifier|request|request_uri|registration|provider|redirect_to|scopes|skip_http_redirect|apikey|invite_token)$/
const MAX_EXTRA_PARAMETERS = 20
const MAX_VALUE_LENGTH = 500

/** Records a flow and returns the provider's address to redirect the browser to. Throws AppError 503. */
export async function startProviderRedirect(
  { config, db, clock, secrets }: ProviderDeps,
  flow: {
    provider: IdentityProvider
    redirect_to: string
    challenge: CodeChallenge | undefined
    query?: Record<string, unknown>
    linking_session_id?: string
  },
): Promise<string> {
  const { provider, redirect_to, challenge, query = {}, linking_session_id = null } = flow
  const { name, method: authentication_method } = provider
  const state = randomUUID()
  const state_hash = hashToken(state)
  const expires_at = secondsAfter(clock(), OAUTH_STATE_SECONDS)
  await inTransaction(db, async (tx) => {
    const flow_id = await startFlow(tx, { challenge, authentication_method, expires_at })
    await insertOauthFlow(tx, { state_hash, provider: name, redirect_to, flow_id, linking_session_id, expires_at })
  })
  const request = {
    ...flowSecretsOf(state, secrets),
    redirect_uri: callbackAddress(config.siteUrl),
    scopes: String(query.scopes ?? '')
      .split(/[\s,]+/)
      .filter((scope) => SCOPE_PATTERN.test(scope)),
    extra: extraParameters(query),
  }
  return provider.authorizationUrl(request).catch((error) => {
    throw asProviderFailure(error)
  })
}

function extraParameters(query: Record<string, unknown>): Record<string, string> {
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const isExtra = /^[a-z_]{1,40}$/.test(name) && !RESERVED.test(name)
    return isExtra && typeof value === 'string' && value.length <= MAX_VALUE_LENGTH ? [[name, value]] : []
  })
  return Object.fromEntries(parameters.slice(0, MAX_EXTRA_PARAMETERS))
}

/** Returns the address that providers send browsers back to; the operator registers it with each of them. */
function callbackAddress(siteUrl: string): string {
  return `${siteUrl}${AUTH_BASE}/callback`
}

/** A flow to a provider that a browser returned from; `flow_id` is set when the client requested a code, not tokens. */
type TakenFlow = Awaited<ReturnType<typeof takeFlowByState>>

/**
 * Completes the return from a provider with its response, once for each state: determines the identity and signs it in.
 * Returns where to send the browser, with the failure in the address when there is one; without a known state that is the
 * site's own address. Never throws.
 */
export async function finishFlow(
  deps: ProviderDeps,
  request: FastifyRequest,
  response: URLSearchParams,
  method: IdentityProvider['method'],
): Promise<string> {
  let target = `${deps.config.siteUrl}/`
  try {
    const flow = await takeFlowByState(deps, response.get('state'))
    target = flow.redirect_to
    // The language of the target page or, on another site, of the browser.
    const { origin, pathname } = new URL(target)
    const url = origin === deps.config.siteUrl ? pathname : AUTH_BASE
    request.requestContext.language = languageOf(url, request.headers, deps.config.languages)
    const provider = deps.providers.get(flow.provider) ?? deps.sso.byName.get(flow.provider)
    if (provider?.method !== method) throw providerNotEnabled()
    const refusal = providerError(response)
    if (refusal) throw refusal
    const expected = { ...flowSecretsOf(flow.state, deps.secrets), redirect_uri: callbackAddress(deps.config.siteUrl) }
    return await completeSignIn(deps, request, flow, await provider.identify(response, expected))
  } catch (error) {
    const failure = asProviderFailure(error)
    logFailure(request, failure)
    return addressWithError(target, failure)
  }
}

/** Marks a state as used, once, and returns its flow. Throws AppError 400. */
async function takeFlowByState({ db, clock }: ProviderDeps, state: string | null) {
  if (!state) throw stateMissing()
  if (!z.guid().safeParse(state).success) throw stateInvalid()
  const state_hash = hashToken(state)
  const flow = await takeOauthFlow(db, state_hash, clock())
  if (flow) return { state, ...flow }
  const known = await readOauthFlowEnd(db, state_hash)
  if (!known) throw stateNotFound()
  throw known.used_at ? stateUsed() : stateExpired()
}

/** Signs an identity in, or links it; returns the address with the session or a code. Throws AppError 403, 404, 422. */
async function completeSignIn(
  deps: ProviderDeps,
  request: FastifyRequest,
  flow: TakenFlow,
  identity: ProviderIdentity,
): Promise<string> {
  const now = deps.clock()
  const { flow_id } = flow
  const { method, provider_token, provider_refresh_token } = identity
  const tokens = {
    ...(provider_token && { provider_token }),
    ...(provider_refresh_token && { provider_refresh_token }),
  }
  const { account, code, session } = await inAddressTransaction(deps.db, async (tx) => {
    const account = await accountOfIdentity(tx, deps, identity, { linkTo: flow.linking_session_id, now })
    const { user_id } = account
    if (!flow_id)
      return { account, session: await openSession(tx, { user_id, method, device: deviceOf(request), now }) }
    if (Object.keys(tokens).length) await insertProviderTokens(tx, deps.secrets, { flow_id, tokens, now })
    return { account, code: await issueAuthCode(tx, { flow_id, user_id, now }) }
  })
  recordSignInEvents(deps, account, identity, request.log)
  if (!session) return addressWithCode(flow.redirect_to, code)
  return addressWithSession(flow.redirect_to, await describeSession(deps, session), tokens)
}

/** Logs a sign-in by a provider and invalidates the cached sessions that it ended. */
export function recordSignInEvents(
  { sessions }: ProviderDeps,
  { user_id, outcome, ended }: AccountOfIdentity,
  { provider, method }: ProviderIdentity,
  log: EventLog,
): void {
  sessions.invalidate(ended)
  if (outcome === 'signed_up') log.info({ event: 'signed_up', user_id, role: 'buyer', provider })
  if (outcome === 'linked') log.info({ event: 'identity_linked', user_id, provider, sessions_ended: ended.length })
  log.info({ event: 'signed_in', user_id, method, provider })
}

/** Exchanges the code from a link or a provider's return for a session, once. Throws AppError 400, 404, 422. */
export async function exchangeCode(deps: ProviderDeps, request: TokenRequest, device: Device) {
  const { auth_code, code_verifier } = request
  if (!auth_code || !code_verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const now = deps.clock()
  const { session, tokens } = await inTransaction(deps.db, async (tx) => {
    const flow = await exchangeAuthCode(tx, { auth_code, code_verifier, now })
    const account = await readAccount(tx, flow.user_id)
    if (!account) throw flowStateNotFound()
    if (account.banned_until && account.banned_until > now) throw signInBanned()
    await updateUser(tx, flow.user_id, { last_sign_in_at: now })
    const tokens = await takeProviderTokens(tx, deps.secrets, flow.flow_id)
    const { user_id, authentication_method: method } = flow
    return { session: await openSession(tx, { user_id, method, device, now }), tokens }
  })
  return { ...(await describeSession(deps, session)), ...tokens }
}
