import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../../platform/config/clock.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { invalidSignature, invalidToken } from '../errors.ts'

const ALGORITHM = 'HS256'
const UPLOAD_ADDRESS_SECONDS = 7200

const downloadSchema = z.object({ url: z.string(), scope: z.literal('download'), exp: z.number() })
const uploadSchema = z.object({
  url: z.string(),
  scope: z.literal('upload'),
  /** The id of the user for whom it was signed; null for the service. */
  owner: z.uuid().nullable(),
  upsert: z.boolean(),
})

export type SignedAddresses = ReturnType<typeof createSignedAddresses>

/** Returns functions that sign and check addresses with a key for this purpose only. */
export function createSignedAddresses({ secrets, clock }: { secrets: Secrets; clock: Clock }) {
  const key = deriveKey(secrets, 'signed storage addresses')

  function sign(payload: Record<string, unknown>, seconds: number): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000)
    return new SignJWT(payload)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }

  async function verify<T extends { url: string }>(schema: z.ZodType<T>, url: string, token: string): Promise<T> {
    const payload = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock() }).then(
      (verified) => verified.payload,
      (error) => {
        if (error instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed')
        if (error instanceof errors.JWSSignatureVerificationFailed) throw invalidToken('signature verification failed')
        if (error instanceof errors.JOSEError) throw invalidToken('Invalid Compact JWS')
        throw error
      },
    )
    const claims = schema.safeParse(payload)
    if (!claims.success || claims.data.url !== url) throw invalidSignature()
    return claims.data
  }

  return {
    /** Returns a token that allows reading `url` (`bucket/key`) for a number of seconds. */
    signDownload: (url: string, seconds: number) => sign({ url, scope: 'download' }, seconds),
    /** Returns when it expires, in Unix seconds. Throws `invalidToken` or `invalidSignature`. */
    checkDownload: async (url: string, token: string) => (await verify(downloadSchema, url, token)).exp,
    /** Returns a token that allows writing `url` on behalf of its owner, for two hours. */
    signUpload: (url: string, more: { owner: string | null; upsert: boolean }) =>
      sign({ url, scope: 'upload', ...more }, UPLOAD_ADDRESS_SECONDS),
    checkUpload: (url: string, token: string) => verify(uploadSchema, url, token),
  }
}
