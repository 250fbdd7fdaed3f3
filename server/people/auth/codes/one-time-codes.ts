import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import type { Db, Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { isRedeemable, takeLink, tryCode, upsertCode } from './queries.ts'

/** A code for one purpose is refused for another. */
export type CodePurpose =
  | 'signup'
  /** Also magic links: both prove access to the mailbox and open a session. */
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'sms'
  | 'phone_change'
  | 'reauthentication'
  | 'mfa_phone'

/** Attempts after which only the link, or a new code, works. */
export const MAX_CODE_ATTEMPTS = 10
/** As long as a SHA-224 in hex, the form the protocol's clients expect. */
const LINK_TOKEN_BYTES = 28
/** Marks a link as part of a PKCE flow for the client's library. */
export const PKCE_LINK_PREFIX = 'pkce_'

export interface UsedCode {
  user_id: string
  purpose: CodePurpose
  address: string
  /** The PKCE flow it was requested in, if any. */
  flow_id: string | null
}

/**
 * Returns a new code and link token for an account and a purpose; those it had for this purpose become void. The database
 * stores only hashes of both. With `code`, that one is used instead of a random one (test phones).
 */
export async function issueCode(
  tx: Tx,
  options: {
    secrets: Secrets
    user_id: string
    purpose: CodePurpose
    /** The email address or phone it is sent to, as stored. */
    address: string
    digits: number
    lifeSeconds: number
    now: Date
    flow_id?: string | null | undefined
    code?: string | undefined
  },
): Promise<{ code: string; linkToken: string }> {
  const { secrets, user_id, purpose, address, now, flow_id = null } = options
  const code = options.code ?? randomDigits(options.digits)
  const linkToken = (flow_id ? PKCE_LINK_PREFIX : '') + randomBytes(LINK_TOKEN_BYTES).toString('hex')
  await upsertCode(tx, {
    user_id,
    purpose,
    address,
    code_hash: hashCode(secrets, user_id, purpose, code),
    link_hash: hashLink(linkToken),
    flow_id,
    expires_at: secondsAfter(now, options.lifeSeconds),
  })
  return { code, linkToken }
}

/**
 * Redeems a code, once. Returns undefined when it is wrong, expired, used, tried too often or for another address or
 * purpose: the transaction must then be committed all the same, as it has counted the attempt.
 */
export async function redeemCode(
  tx: Tx,
  options: { secrets: Secrets; user_id: string; purpose: CodePurpose; address: string; code: string; now: Date },
): Promise<UsedCode | undefined> {
  const { secrets, user_id, purpose, address, code, now } = options
  const code_hash = hashCode(secrets, user_id, purpose, code)
  const attempted = await tryCode(tx, { user_id, purpose, address, code_hash, now, maxAttempts: MAX_CODE_ATTEMPTS })
  return attempted?.used_at ? { user_id, purpose, address, flow_id: attempted.flow_id } : undefined
}

/** Redeems a link, once. Returns undefined when it is unknown, expired, used or for another purpose. */
export async function redeemLink(
  tx: Tx,
  options: { linkToken: string; purposes: readonly CodePurpose[]; now: Date },
): Promise<UsedCode | undefined> {
  const { linkToken, purposes, now } = options
  const used = await takeLink(tx, { link_hash: hashLink(linkToken), purposes, now })
  return used && { ...used, purpose: used.purpose as CodePurpose }
}

/** Returns whether a link could be redeemed now; redeems nothing. */
export function isLinkRedeemable(
  db: Db,
  { linkToken, ...link }: { linkToken: string; purposes: readonly CodePurpose[]; now: Date },
): Promise<boolean> {
  return isRedeemable(db, { ...link, link_hash: hashLink(linkToken) })
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

function hashCode(secrets: Secrets, userId: string, purpose: CodePurpose, code: string): Buffer {
  const key = deriveKey(secrets, 'one-time codes')
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, purpose, code]))
    .digest()
}

function hashLink(linkToken: string): Buffer {
  return hash('sha256', linkToken, 'buffer')
}
