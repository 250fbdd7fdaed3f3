import type { CodeChallenge } from '../codes/flow-states.ts'
import { callbackAddress } from './addresses.ts'
import type { ProviderDeps } from './deps.ts'
import { type IdentityProvider, SCOPE_PATTERN } from './provider.ts'
import { startOauthFlow } from './start-flow.ts'

/** Parameters of the request to a provider that the client must not set. */
const RESERVED =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|scope|code_challenge.*|code_verifier|request|request_uri|registration|provider|redirect_to|scopes|skip_http_redirect|apikey|invite_token)$/
const MAX_EXTRA_PARAMETERS = 20
const MAX_VALUE_LENGTH = 500

/** Starts a flow and returns the provider's address to redirect the browser to. Throws OutgoingCallFailed. */
export async function startProviderRedirect(
  deps: Pick<ProviderDeps, 'config' | 'db' | 'clock' | 'secrets'>,
  provider: IdentityProvider,
  flow: {
    redirect_to: string
    challenge: CodeChallenge | undefined
    scopes: string | null | undefined
    query: Record<string, unknown>
    linking_session_id?: string
  },
): Promise<string> {
  const { scopes, query, ...start } = flow
  const secrets = await startOauthFlow(deps, { ...start, provider: provider.name, authentication_method: 'oauth' })
  return provider.authorizationUrl({
    ...secrets,
    redirect_uri: callbackAddress(deps.config.siteUrl),
    scopes: readScopes(scopes),
    extra: extraParameters(query),
  })
}

function readScopes(text: string | null | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((scope) => SCOPE_PATTERN.test(scope))
}

function extraParameters(query: Record<string, unknown>): Record<string, string> {
  const parameters = Object.entries(query).filter(
    (parameter): parameter is [string, string] =>
      /^[a-z_]{1,40}$/.test(parameter[0]) &&
      !RESERVED.test(parameter[0]) &&
      typeof parameter[1] === 'string' &&
      parameter[1].length <= MAX_VALUE_LENGTH,
  )
  return Object.fromEntries(parameters.slice(0, MAX_EXTRA_PARAMETERS))
}
