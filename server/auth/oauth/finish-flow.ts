import type { FastifyRequest } from 'fastify'
import { logFailure } from '../../platform/render-errors.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { deviceOf } from '../device.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { providerNotEnabled } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'
import { asProviderFailure, providerError } from './provider-error.ts'
import { callbackAddress } from './providers.ts'
import { addressWithError } from './return-address.ts'
import { flowSecretsOf } from './start-flow.ts'
import { type TakenFlow, takeFlowByState } from './take-flow.ts'

/** A person came back from a provider with its answer; answers where to send them on. Never throws. */
export function finishOauthFlow(deps: AuthDeps, request: FastifyRequest, answer: URLSearchParams): Promise<string> {
  return finishFlow(deps, request, answer.get('state'), async (flow) => {
    const provider = deps.providers.get(flow.provider) ?? deps.sso.findOidc(flow.provider)
    if (!provider) throw providerNotEnabled()
    const refusal = providerError(answer)
    if (refusal) throw refusal
    const expected = { ...flowSecretsOf(flow.state, deps.secrets), redirect_uri: callbackAddress(deps.config.siteUrl) }
    return provider.identify(answer, expected)
  })
}

/**
 * Uses the state up, lets `identify` find out who the person is, and signs them in; whatever goes wrong is told in the
 * address. Without a known state that is the site's.
 */
export async function finishFlow(
  deps: AuthDeps,
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
