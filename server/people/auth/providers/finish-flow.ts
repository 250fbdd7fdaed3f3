import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { deviceOf } from '../protocol/deps.ts'
import { addressWithError } from '../protocol/return-address.ts'
import { completeSignIn, type TakenFlow } from './complete-sign-in.ts'
import * as errors from './errors.ts'
import type { IdentityProvider, ProviderDeps } from './provider.ts'
import { readOauthFlowEnd, takeOauthFlow } from './queries.ts'
import { callbackAddress, flowSecretsOf, hashState } from './start-flow.ts'

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
    const provider = deps.providers.get(flow.provider) ?? deps.sso.findByName(flow.provider)
    if (provider?.method !== method) throw errors.providerNotEnabled()
    const refusal = errors.providerError(response)
    if (refusal) throw refusal
    const expected = { ...flowSecretsOf(flow.state, deps.secrets), redirect_uri: callbackAddress(deps.config.siteUrl) }
    const identity = await provider.identify(response, expected)
    return await completeSignIn(deps, { flow, identity, device: deviceOf(request) }, request.log)
  } catch (error) {
    const failure = errors.asProviderFailure(error)
    logFailure(request, failure)
    return addressWithError(target, failure)
  }
}

/** Marks a state as used, once, and returns its flow. Throws AppError 400. */
async function takeFlowByState(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  state: string | null,
): Promise<TakenFlow> {
  if (!state) throw errors.stateMissing()
  if (!z.guid().safeParse(state).success) throw errors.stateInvalid()
  const now = clock()
  const state_hash = hashState(state)
  const flow = await takeOauthFlow(db, state_hash, now)
  if (flow) return { state, ...flow }
  const known = await readOauthFlowEnd(db, state_hash)
  if (!known) throw errors.stateNotFound()
  throw known.used_at ? errors.stateUsed() : errors.stateExpired()
}
