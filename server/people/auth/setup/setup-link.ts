import { createHmac } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'

/** Without 0, 1, I and O, so that the token can be typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Each letter has 5 bits: together 140. */
const TOKEN_LENGTH = 28

type Site = Pick<Config, 'siteUrl'>

/** Returns the token that proves the operator before there is an admin: the same for the same keys and address of the site. */
export function setupToken({ siteUrl }: Site, secrets: Secrets): string {
  const bytes = createHmac('sha256', deriveKey(secrets, 'setup link')).update(siteUrl).digest()
  const characters = Array.from(bytes.subarray(0, TOKEN_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return characters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Returns the address of the page that makes the first admin; the token is in its fragment, which is never sent. */
export function setupLink(site: Site, secrets: Secrets, origin = site.siteUrl): string {
  return `${origin}/setup#${setupToken(site, secrets)}`
}
