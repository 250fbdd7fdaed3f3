import * as client from 'openid-client'
import { z } from 'zod'
import { OutgoingCallFailed, outgoingFetch } from '../../../../platform/http/outgoing-fetch.ts'
import {
  claimsToStore,
  type IdentityProvider,
  type ProviderIdentity,
  ProviderResponseRefused,
  readClaimedEmail,
} from '../provider.ts'
import { authorizationParameters, exchangeCode } from './oidc-provider.ts'
import type { GithubSettings } from './provider-settings.ts'

const TIMEOUT_SECONDS = 5

const userSchema = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
})
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Creates the provider for GitHub, which has OAuth 2 without OpenID Connect: its API returns the user. */
export function createGithubProvider(settings: GithubSettings): IdentityProvider {
  const { name, base_url, api_url, client_id, client_secret } = settings
  const config = new client.Configuration(
    {
      issuer: base_url,
      authorization_endpoint: `${base_url}/login/oauth/authorize`,
      token_endpoint: `${base_url}/login/oauth/access_token`,
    },
    client_id,
    undefined,
    client.ClientSecretPost(client_secret),
  )
  config[client.customFetch] = outgoingFetch
  config.timeout = TIMEOUT_SECONDS
  if (base_url.startsWith('http:')) client.allowInsecureRequests(config)

  async function identify(accessToken: string): Promise<ProviderIdentity> {
    const user = await fetchApi(`${api_url}/user`, accessToken, userSchema)
    const emails = await fetchApi(`${api_url}/user/emails`, accessToken, emailsSchema)
    const chosen = emails.find((email) => email.primary) ?? emails.find((email) => email.verified)
    const claims = { iss: api_url, name: user.name, user_name: user.login, preferred_username: user.login }
    return {
      provider: name,
      provider_id: String(user.id),
      ...readClaimedEmail({ email: chosen?.email, email_verified: chosen?.verified }),
      claims: claimsToStore(claims),
      method: 'oauth',
      provider_token: accessToken,
    }
  }

  return {
    name,
    method: 'oauth',
    authorizationUrl: async (request) =>
      client.buildAuthorizationUrl(config, await authorizationParameters(settings, request)).href,
    async identify(response, expected) {
      const tokens = await exchangeCode(config, response, { ...expected, expectsIdToken: false })
      return identify(tokens.access_token)
    },
  }
}

async function fetchApi<T>(url: string, accessToken: string, schema: z.ZodType<T>): Promise<T> {
  const response = await outgoingFetch(url, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'openstall',
      'x-github-api-version': '2022-11-28',
    },
  })
  if (response.status >= 500) throw new OutgoingCallFailed(`the API responded with ${response.status}`)
  if (!response.ok) throw new ProviderResponseRefused(`the API responded with ${response.status}`)
  const parsed = schema.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new ProviderResponseRefused('the API sent an unexpected response', { cause: parsed.error })
  return parsed.data
}
