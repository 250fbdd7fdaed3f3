import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { seal, unseal } from '../../../platform/keys/sealing.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'

const STEP_SECONDS = 30
/** The defaults of authenticator apps. */
const CODES = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS }
/** Steps before and after the current one that are accepted, as clocks differ and typing takes time. */
const SKEW_STEPS = 1
const SECRET_BYTES = 20

/** Returns a new secret in the forms that authenticator apps accept: base32, a URI, and its QR code as SVG. */
export function newAuthenticatorSecret({ issuer, account }: { issuer: string; account: string }) {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer })
  const uri = new TOTP({ ...CODES, issuer, label: account, secret }).toString()
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 }) }
}

/** Returns the secret as the database stores it: encrypted, and usable for this factor only. */
export function sealAuthenticatorSecret(secrets: Secrets, factorId: string, secret: string): Buffer {
  return seal(sealingKey(secrets), secret, factorId)
}

/** Returns the time step of a code, within one step of now; undefined when the code matches none. */
export function matchStep(secrets: Secrets, factor: { id: string; sealed_secret: Buffer }, code: string, now: Date) {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const secret = secretOf(secrets, factor)
  if (!secret) return undefined
  const delta = TOTP.validate({ ...CODES, token: code, secret, timestamp: now.getTime(), window: SKEW_STEPS })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
}

/** Returns the secret; undefined when it was encrypted with keys that are lost, so that no code matches. */
function secretOf(secrets: Secrets, factor: { id: string; sealed_secret: Buffer }): Secret | undefined {
  try {
    return Secret.fromBase32(unseal(sealingKey(secrets), factor.sealed_secret, factor.id))
  } catch {
    return undefined
  }
}

function sealingKey(secrets: Secrets): Buffer {
  return deriveKey(secrets, 'authenticator secrets')
}
