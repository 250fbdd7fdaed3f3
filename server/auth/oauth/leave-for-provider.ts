import type { AuthDeps } from '../auth-deps.ts'
import type { CodeChallenge } from '../flow-states.ts'
import type { IdentityProvider } from './provider.ts'
import { SCOPE } from './provider-settings.ts'
import { callbackAddress } from './providers.ts'
import { startOauthFlow } from './start-flow.ts'

/** Members of the request to a provider that are ours to set. */
const OURS =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|scope|code_challenge.*|code_verifier|request|request_uri|registration|provider|redirect_to|scopes|skip_http_redirect|apikey|invite_token)$/
const MAX_MORE_MEMBERS = 20
const MAX_VALUE_LENGTH = 500

/** Notes the journey and answers the provider's address to go to. Throws OutgoingCallFailed. */
export async function leaveForProvider(
  deps: Pick<AuthDeps, 'config' | 'db' | 'clock' | 'secrets'>,
  provider: IdentityProvider,
  journey: {
    redirect_to: string
    challenge: CodeChallenge | undefined
    scopes: string | null | undefined
    query: Record<string, unknown>
    linking_session_id?: string
  },
): Promise<string> {
  const { scopes, query, ...flow } = journey
  const secrets = await startOauthFlow(deps, { ...flow, provider: provider.name, authentication_method: 'oauth' })
  return provider.authorizationUrl({
    ...secrets,
    redirect_uri: callbackAddress(deps.config.siteUrl),
    scopes: readScopes(scopes),
    more: membersToPass(query),
  })
}

/** Words between blanks or commas, as OAuth allows them. */
function readScopes(text: string | null | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((scope) => SCOPE.test(scope))
}

/** What a client wants to tell the provider besides, such as `prompt` or `login_hint`. */
function membersToPass(query: Record<string, unknown>): Record<string, string> {
  const members = Object.entries(query).filter(
    (member): member is [string, string] =>
      /^[a-z_]{1,40}$/.test(member[0]) &&
      !OURS.test(member[0]) &&
      typeof member[1] === 'string' &&
      member[1].length <= MAX_VALUE_LENGTH,
  )
  return Object.fromEntries(members.slice(0, MAX_MORE_MEMBERS))
}
