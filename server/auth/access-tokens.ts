import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ACCESS_TOKEN_SECONDS } from '../../shared/account/constants.ts'
import { createCache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/secrets.ts'
import { badJwt } from './errors.ts'

const ALGORITHM = 'ES256'
const AUDIENCE = 'authenticated'
/** Tells access tokens from every other token that could be signed with the same key. */
const KIND = 'authenticated'
const VERIFIED_MAX_AGE_MS = 60_000
const VERIFIED_MAX_ENTRIES = 10_000

const claimsSchema = z.object({
  sub: z.string(),
  session_id: z.uuid(),
  role: z.literal(KIND),
  exp: z.number(),
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

export interface AccessTokens {
  /** Signs a token that lives one hour; `expires_at` in Unix seconds. */
  issue(subject: AccessTokenSubject): Promise<{ access_token: string; expires_at: number }>
  /** The claims of a token that we signed and that has not expired. Throws AuthenticationFailed. */
  verify(token: string): Promise<Claims>
  /** The public half, for clients that check tokens themselves. */
  jwks: { keys: Record<string, unknown>[] }
}

/** Issues and checks access tokens with one key and one algorithm; what a token says about keys is not followed. */
export function createAccessTokens(options: {
  secrets: Secrets
  /** Address of the sign-in service. */
  issuer: string
  clock: Clock
}): AccessTokens {
  const { secrets, issuer, clock } = options
  const { kid } = secrets.signingKey
  const privateKey = createPrivateKey({ key: secrets.signingKey, format: 'jwk' })
  const publicKey = createPublicKey(privateKey)

  return {
    async issue({ user_id, session_id, ...claims }) {
      const now = Math.floor(clock().getTime() / 1000)
      const expires_at = now + ACCESS_TOKEN_SECONDS
      const access_token = await new SignJWT({ ...claims, session_id, role: KIND })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setSubject(user_id)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(expires_at)
        .sign(privateKey)
      return { access_token, expires_at }
    },
    verify: createVerifier({ publicKey, issuer, clock, apiKey: secrets.apiKey }),
    jwks: {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }],
    },
  }
}

function createVerifier(options: {
  publicKey: KeyObject
  issuer: string
  clock: Clock
  apiKey: string
}): AccessTokens['verify'] {
  const { publicKey, issuer, clock, apiKey } = options
  // A signature stays right for ever: checking it once a minute is enough. What can change is looked up elsewhere.
  const verified = createCache<Claims>({
    name: 'verified access tokens',
    maxEntries: VERIFIED_MAX_ENTRIES,
    maxAgeMs: VERIFIED_MAX_AGE_MS,
  })

  async function check(token: string): Promise<Claims> {
    if (token === apiKey) throw badJwt('invalid claim: missing sub claim')
    const payload = await checkSignature(token, publicKey, clock())
    if (!isOurIssuer(payload.iss, issuer)) throw badJwt('invalid claim: unexpected issuer')
    if (!payload.sub) throw badJwt('invalid claim: missing sub claim')
    if (!z.guid().safeParse(payload.sub).success) throw badJwt('invalid claim: sub claim must be a UUID', 400)
    const claims = claimsSchema.safeParse(payload)
    if (!claims.success) throw badJwt('invalid claim: not an access token')
    return claims.data
  }

  return async (token) => {
    const claims = await verified.get(hash('sha256', token, 'base64url'), () => check(token))
    if (claims.exp * 1000 <= clock().getTime()) throw unverifiable('token is expired')
    return claims
  }
}

async function checkSignature(token: string, publicKey: KeyObject, now: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [ALGORITHM],
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

function unverifiable(reason: string) {
  return badJwt(`invalid JWT: unable to parse or verify signature, ${reason}`)
}

/** Exactly ours; on localhost the port may differ, as processes of one market on one machine differ by it. */
function isOurIssuer(candidate: string | undefined, issuer: string): boolean {
  if (candidate === issuer) return true
  return withoutLocalPort(issuer) !== issuer && withoutLocalPort(candidate ?? '') === withoutLocalPort(issuer)
}

function withoutLocalPort(address: string): string {
  return address.replace(/^http:\/\/localhost(:\d{1,5})?\//, 'http://localhost:*/')
}
