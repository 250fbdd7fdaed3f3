import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { languageOf } from '../../../platform/http/request-context.ts'
import { inAddressTransaction } from '../../accounts/address-changes.ts'
import { issueAuthCode } from '../codes/flow-queries.ts'
import { AUTH_BASE, deviceOf, type EventLog } from '../protocol/deps.ts'
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
import type { IdentityProvider, ProviderDeps, ProviderIdentity } from './provider.ts'
import { insertProviderTokens, readOauthFlowEnd, takeOauthFlow } from './queries.ts'
import { callbackAddress, flowSecretsOf, hashState } from './start-flow.ts'

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
  const state_hash = hashState(state)
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
