import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Returns text encrypted with AES-256-GCM; `bound` must be the same for `unseal`. */
export function seal(key: CipherKey, content: string, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const sealed = cipher.update(content, 'utf8')
  cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Returns the text that `seal` encrypted. Throws when the key, `bound` or the bytes differ. */
export function unseal(key: CipherKey, sealed: Buffer, bound: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  // Throws if the text was tampered with.
  decipher.final()
  return content.toString('utf8')
}
