import * as client from 'openid-client'
import { Cache } from '../../../../platform/data/cache.ts'
import { OutgoingCallFailed, outgoingFetch } from '../../../../platform/http/outgoing-fetch.ts'
import {
  claimsToStore,
  type IdentityProvider,
  isSubject,
  type ProviderIdentity,
  ProviderResponseRefused,
  readClaimedEmail,
} from '../provider.ts'
import { CLOCK_TOLERANCE_SECONDS, createIdTokenVerifier, fitsAccessToken, MAX_AGE_SECONDS } from './id-token.ts'
import type { OidcSettings } from './provider-settings.ts'

const DISCOVERY_MAX_AGE_MS = 3_600_000
const TIMEOUT_SECONDS = 5

/** Creates an OpenID Connect provider, found by its issuer; its metadata is fetched with the first sign-in. */
export function createOidcProvider(settings: OidcSettings): IdentityProvider {
  const { name, issuer } = settings
  const discovered = new Cache<client.Configuration>({
    name: `provider ${name}`,
    maxEntries: 1,
    maxAgeMs: DISCOVERY_MAX_AGE_MS,
  })
  const configuration = () => discovered.get(issuer, () => discover(settings))

  return {
    name,
    method: 'oauth',
    issuer,
    async authorizationUrl(request) {
      const parameters = { ...(await authorizationParameters(settings, request)), nonce: request.nonce }
      return client.buildAuthorizationUrl(await configuration(), parameters).href
    },
    async identify(response, expected) {
      const config = await configuration()
      const tokens = await exchangeCode(config, response, { ...expected, expectsIdToken: true })
      const idToken = tokens.claims()
      if (!idToken) throw new ProviderResponseRefused('the response has no ID token')
      checkIdToken(idToken, tokens, settings.client_id)
      const claims = idToken.email ? idToken : await withUserInfo(config, idToken, tokens.access_token)
      return {
        ...identityFrom(name, idToken.sub, claims),
        provider_token: tokens.access_token,
        ...(tokens.refresh_token && { provider_refresh_token: tokens.refresh_token }),
      }
    },
    verifyIdToken: createIdTokenVerifier({
      audiences: [settings.client_id, ...settings.accepted_client_ids],
      serverMetadata: async () => (await configuration()).serverMetadata(),
      toIdentity: (claims) => identityFrom(name, claims.sub, claims),
    }),
  }
}

async function discover({ issuer, client_id, client_secret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer)
  const authentication = client_secret ? client.ClientSecretPost(client_secret) : client.None()
  try {
    return await client.discovery(server, client_id, undefined, authentication, {
      [client.customFetch]: outgoingFetch,
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Verifies signatures of ID tokens, which the library by default trusts when they come from the provider's address.
        client.enableNonRepudiationChecks,
        // The operator configures plain http for a provider on the same machine or network.
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
  } catch (cause) {
    throw new OutgoingCallFailed(`the metadata of the provider ${issuer} could not be fetched`, { cause })
  }
}

/** Returns the parameters of an OAuth request with PKCE; those of the client cannot replace ours. */
export async function authorizationParameters(
  settings: { scopes: string[] },
  { state, code_verifier, redirect_uri, scopes, extra }: Parameters<IdentityProvider['authorizationUrl']>[0],
): Promise<Record<string, string>> {
  return {
    ...extra,
    redirect_uri,
    scope: [...new Set([...settings.scopes, ...scopes])].join(' '),
    state,
    code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  }
}

/** Exchanges a code for tokens and checks them. Throws ProviderResponseRefused, OutgoingCallFailed. */
export async function exchangeCode(
  config: client.Configuration,
  response: URLSearchParams,
  expected: { state: string; nonce: string; code_verifier: string; redirect_uri: string; expectsIdToken: boolean },
) {
  const { state, nonce, code_verifier, redirect_uri, expectsIdToken } = expected
  try {
    return await client.authorizationCodeGrant(config, new URL(`${redirect_uri}?${response}`), {
      expectedState: state,
      pkceCodeVerifier: code_verifier,
      ...(expectsIdToken && { expectedNonce: nonce, idTokenExpected: true }),
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * Checks what the library does not check in an ID token: its age, the client it was issued to, and its access token. Throws
 * ProviderResponseRefused.
 */
function checkIdToken(claims: client.IDToken, tokens: { id_token?: string; access_token: string }, client_id: string) {
  const age = Date.now() / 1000 - claims.iat
  if (age < -CLOCK_TOLERANCE_SECONDS || age > MAX_AGE_SECONDS) throw new ProviderResponseRefused('iat is not now')
  if (claims.azp !== undefined && claims.azp !== client_id) throw new ProviderResponseRefused('azp is another client')
  if (!fitsAccessToken(claims, tokens.id_token ?? '', tokens.access_token))
    throw new ProviderResponseRefused('at_hash is of another access token')
}

/** Returns the claims with the user info, as some providers put the address there only, to keep ID tokens small. */
async function withUserInfo(config: client.Configuration, idToken: client.IDToken, accessToken: string) {
  if (!config.serverMetadata().userinfo_endpoint) return idToken
  try {
    return { ...idToken, ...(await client.fetchUserInfo(config, accessToken, idToken.sub)) }
  } catch (error) {
    throw asRefusal(error)
  }
}

function asRefusal(error: unknown): Error {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingCallFailed) return cause
  // The provider's text could be anything: the user sees only the kind of fault, and the log has the rest.
  const code = error instanceof client.ResponseBodyError ? error.error : Object(error).code
  const known = typeof code === 'string' && /^[A-Za-z_]{1,60}$/.test(code) ? code : 'response not valid'
  return new ProviderResponseRefused(known, { cause: error })
}

function identityFrom(provider: string, sub: string, claims: Record<string, unknown>): ProviderIdentity {
  if (!isSubject(sub)) throw new ProviderResponseRefused('the subject is not valid')
  return { provider, provider_id: sub, ...readClaimedEmail(claims), claims: claimsToStore(claims), method: 'oauth' }
}
