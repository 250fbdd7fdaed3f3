import { createHmac, hash, randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { type CodeChallenge, startFlow } from '../codes/flow-queries.ts'
import { AUTH_BASE } from '../protocol/deps.ts'
import { asProviderFailure } from './errors.ts'
import { type FlowSecrets, type IdentityProvider, type ProviderDeps, SCOPE_PATTERN } from './provider.ts'
import { insertOauthFlow } from './queries.ts'

const OAUTH_STATE_SECONDS = 300

/** Returns the secrets of a state, which cannot be computed without our key. */
export function flowSecretsOf(state: string, secrets: Secrets): FlowSecrets {
  const key = deriveKey(secrets, 'oauth flows')
  const derive = (name: string) => createHmac('sha256', key).update(`${name} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), code_verifier: derive('verifier') }
}

/** Returns the hash of a state that the database stores. */
export function hashState(state: string): Buffer {
  return hash('sha256', state, 'buffer')
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
  const state_hash = hashState(state)
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
export function callbackAddress(siteUrl: string): string {
  return `${siteUrl}${AUTH_BASE}/callback`
}
