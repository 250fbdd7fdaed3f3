import type { FastifyRequest } from 'fastify'
import { logFailure } from '../../../platform/http/render-errors.ts'
import { deviceOf } from '../protocol/device.ts'
import { addressWithError } from '../protocol/return-address.ts'
import { callbackAddress } from './addresses.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { ProviderDeps } from './deps.ts'
import { providerNotEnabled } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'
import { asProviderFailure, providerError } from './provider-error.ts'
import { flowSecretsOf } from './start-flow.ts'
import { type TakenFlow, takeFlowByState } from './take-flow.ts'

/** Completes the return from a provider with its response; returns where to send the browser. Never throws. */
export function finishOauthFlow(
  deps: ProviderDeps,
  request: FastifyRequest,
  response: URLSearchParams,
): Promise<string> {
  return finishFlow(deps, request, response.get('state'), async (flow) => {
    const provider = deps.providers.get(flow.provider) ?? deps.sso.findOidc(flow.provider)
    if (!provider) throw providerNotEnabled()
    const refusal = providerError(response)
    if (refusal) throw refusal
    const expected = { ...flowSecretsOf(flow.state, deps.secrets), redirect_uri: callbackAddress(deps.config.siteUrl) }
    return provider.identify(response, expected)
  })
}

/**
 * Marks the state as used, has `identify` determine the identity and signs it in. Returns where to send the browser, with
 * the failure in the address when there is one; without a known state that is the site's own address.
 */
export async function finishFlow(
  deps: ProviderDeps,
  request: FastifyRequest,
  state: string | null | undefined,
  identify: (flow: TakenFlow) => Promise<ProviderIdentity>,
): Promise<string> {
  let target = `${deps.config.siteUrl}/`
  try {
    const flow = await takeFlowByState(deps, state)
    target = flow.redirect_to
    const identity = await identify(flow)
    return await completeSignIn(deps, { flow, identity, device: deviceOf(request) }, request.log)
  } catch (error) {
    const failure = asProviderFailure(error)
    logFailure(request, failure)
    return addressWithError(target, failure)
  }
}
