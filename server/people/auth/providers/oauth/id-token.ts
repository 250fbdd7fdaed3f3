import { hash, timingSafeEqual } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import type { ServerMetadata } from 'openid-client'
import { OutgoingCallFailed, outgoingFetch } from '../../../../platform/http/outgoing-fetch.ts'
import { idTokenRefused, nonceMismatch } from '../errors.ts'
import { type IdentityProvider, isSubject, type ProviderIdentity } from '../provider.ts'

/** Key pairs only: with a shared secret the client could sign tokens itself. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
export const CLOCK_TOLERANCE_SECONDS = 30
/** Limits the reuse of tokens without a nonce. */
export const MAX_AGE_SECONDS = 3600

/**
 * Returns the check of ID tokens that clients obtained themselves: signature by the issuer's keys, issuer, audience,
 * expiry, age, nonce (the token holds its SHA-256), and the access token it came with.
 */
export function createIdTokenVerifier(options: {
  audiences: string[]
  serverMetadata: () => Promise<ServerMetadata>
  toIdentity: (claims: JWTPayload & { sub: string }) => ProviderIdentity
}): NonNullable<IdentityProvider['verifyIdToken']> {
  let keys: { address: string; set: ReturnType<typeof createRemoteJWKSet> } | undefined

  function keysAt(address: string) {
    if (keys?.address !== address)
      keys = { address, set: createRemoteJWKSet(new URL(address), { [customFetch]: outgoingFetch }) }
    return keys.set
  }

  return async ({ id_token, access_token, nonce }) => {
    // Checked first, to save fetching the provider's keys.
    if (!isJwt(id_token)) throw idTokenRefused('Bad ID token')
    const { issuer, jwks_uri } = await options.serverMetadata()
    if (!jwks_uri) throw idTokenRefused('Bad ID token')
    const claims = await verifySignature(id_token, { issuer, keys: keysAt(jwks_uri) })
    checkAudience(claims, options.audiences)
    checkNonce(claims.nonce, nonce)
    if (access_token !== undefined && !fitsAccessToken(claims, id_token, access_token))
      throw idTokenRefused('Bad ID token')
    if (!claims.sub || !isSubject(claims.sub)) throw idTokenRefused('Bad ID token')
    return options.toIdentity({ ...claims, sub: claims.sub })
  }
}

function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
  } catch {
    return false
  }
}

async function verifySignature(
  token: string,
  { issuer, keys }: { issuer: string; keys: ReturnType<typeof createRemoteJWKSet> },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iat', 'sub', 'aud'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWKSTimeout)
      throw new OutgoingCallFailed('the request for the keys timed out', { cause: error })
    if (!(error instanceof errors.JOSEError)) throw error
    throw idTokenRefused('Bad ID token')
  }
}

function checkAudience(claims: JWTPayload, accepted: string[]): void {
  const audiences = [claims.aud ?? []].flat()
  if (!audiences.some((audience) => accepted.includes(audience)))
    throw idTokenRefused(`Unacceptable audience in id_token: [${audiences.join(' ').slice(0, 200)}]`)
  // A token for several audiences names the one it was issued to.
  if (audiences.length > 1 && !accepted.includes(String(claims.azp)))
    throw idTokenRefused('Unacceptable audience in id_token: azp')
}

function checkNonce(inToken: unknown, sent: string | undefined): void {
  const held = typeof inToken === 'string' && inToken !== '' ? inToken : undefined
  if ((held === undefined) !== (sent === undefined))
    throw idTokenRefused('Passed nonce and nonce in id_token should either both exist or not.')
  if (held !== undefined && sent !== undefined && !isSame(held, hash('sha256', sent, 'hex'))) throw nonceMismatch()
}

/**
 * Returns whether an access token was issued with an ID token. The optional `at_hash` is the left half of the access token's
 * hash, by the algorithm of the ID token.
 */
export function fitsAccessToken(claims: Record<string, unknown>, idToken: string, accessToken: string): boolean {
  if (claims.at_hash === undefined) return true
  const { alg = '' } = decodeProtectedHeader(idToken)
  const bits = alg.startsWith('Ed') ? '512' : alg.slice(2)
  const digest = hash(`sha${bits}`, accessToken, 'buffer')
  const expected = digest.subarray(0, digest.length / 2).toString('base64url')
  return typeof claims.at_hash === 'string' && isSame(claims.at_hash, expected)
}

function isSame(actual: string, expected: string): boolean {
  return actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected))
}
