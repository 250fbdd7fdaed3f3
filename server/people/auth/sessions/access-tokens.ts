import { hash, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ACCESS_TOKEN_SECONDS } from '../../../../shared/auth/constants.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { Cache } from '../../../platform/data/cache.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { openSigningKey, type SigningKey } from '../../../platform/keys/signing-keys.ts'
import { badJwt } from '../protocol/errors.ts'
import type { ApiKeys } from './api-keys.ts'

const AUDIENCE = 'authenticated'
/** Distinguishes access tokens from any other token signed with the same key. */
const KIND = 'authenticated'
const VERIFIED_MAX_AGE_MS = 60_000
const VERIFIED_MAX_ENTRIES = 10_000

const claimsSchema = z.object({
  sub: z.string(),
  session_id: z.uuid(),
  role: z.literal(KIND),
  exp: z.number(),
  app_metadata: z.object({ role: z.string() }).optional(),
})
type Claims = z.infer<typeof claimsSchema>

interface AccessTokenSubject {
  user_id: string
  email: string
  phone: string
  is_anonymous: boolean
  session_id: string
  aal: 'aal1' | 'aal2'
  amr: { method: string; timestamp: number }[]
  app_metadata: { provider: string; providers: string[]; role: string }
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

type VerifyingKey = Pick<SigningKey, 'alg'> & { publicKey: KeyObject }

/**
 * Issues access tokens with the first of our keys and verifies them with all of them, each with its one algorithm. A
 * token may name the key; anything else it says about keys is ignored.
 */
export function createAccessTokens(options: { secrets: Secrets; apiKeys: ApiKeys; issuer: string; clock: Clock }) {
  const { secrets, apiKeys, issuer, clock } = options
  const { kid, alg } = secrets.signingKeys[0]
  const { privateKey } = openSigningKey(secrets.signingKeys[0])
  const keys = new Map<string, VerifyingKey>(
    secrets.signingKeys.map((key) => [key.kid, { alg: key.alg, publicKey: openSigningKey(key).publicKey }]),
  )

  // A valid signature stays valid, so it is cached for a minute. Sessions and rights are looked up elsewhere.
  const verified = new Cache<Claims>({
    name: 'verified access tokens',
    maxEntries: VERIFIED_MAX_ENTRIES,
    maxAgeMs: VERIFIED_MAX_AGE_MS,
  })

  async function check(token: string): Promise<Claims> {
    if (await apiKeys.isOurs(token)) throw badJwt('invalid claim: missing sub claim')
    const payload = await checkSignature(token, keys, clock())
    if (!isOurIssuer(payload.iss, issuer)) throw badJwt('invalid claim: unexpected issuer')
    if (!payload.sub) throw badJwt('invalid claim: missing sub claim')
    if (!z.guid().safeParse(payload.sub).success) throw badJwt('invalid claim: sub claim must be a UUID', 400)
    const claims = claimsSchema.safeParse(payload)
    if (!claims.success) throw badJwt('invalid claim: not an access token')
    return claims.data
  }

  return {
    /** Returns a signed token that expires in one hour; `expires_at` in Unix seconds. */
    async issue({ user_id, session_id, ...claims }: AccessTokenSubject) {
      const now = Math.floor(clock().getTime() / 1000)
      const expires_at = now + ACCESS_TOKEN_SECONDS
      const access_token = await new SignJWT({ ...claims, session_id, role: KIND })
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setSubject(user_id)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(expires_at)
        .sign(privateKey)
      return { access_token, expires_at }
    },
    /** Returns the claims of a token that we signed and that has not expired. Throws AuthenticationFailed. */
    async verify(token: string) {
      const claims = await verified.get(hash('sha256', token, 'base64url'), () => check(token))
      if (claims.exp * 1000 <= clock().getTime()) throw unverifiable('token is expired')
      return claims
    },
    /** The public halves, for clients that check tokens themselves. */
    jwks: {
      keys: Array.from(keys, ([kid, { alg, publicKey }]) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg,
        use: 'sig',
        key_ops: ['verify'],
      })),
    },
  }
}

async function checkSignature(token: string, keys: Map<string, VerifyingKey>, now: Date): Promise<JWTPayload> {
  const key = keys.get(keyIdOf(token) ?? '')
  if (!key) throw unverifiable('token is invalid')
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [key.alg],
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
    })
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw unverifiable(error instanceof errors.JWTExpired ? 'token is expired' : 'token is invalid')
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

function unverifiable(reason: string) {
  return badJwt(`invalid JWT: unable to parse or verify signature, ${reason}`)
}

/** Returns whether an issuer is ours. On localhost the port may differ, as between processes of one marketplace. */
function isOurIssuer(candidate: string | undefined, issuer: string): boolean {
  if (candidate === issuer) return true
  return withoutLocalPort(issuer) !== issuer && withoutLocalPort(candidate ?? '') === withoutLocalPort(issuer)
}

function withoutLocalPort(address: string): string {
  return address.replace(/^http:\/\/localhost(:\d{1,5})?\//, 'http://localhost:*/')
}
