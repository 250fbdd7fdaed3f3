import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import type { Tx } from '../../db/tables.ts'
import { secondsAfter } from '../platform/clock.ts'
import { deriveKey, type Secrets } from '../platform/secrets.ts'
import { deleteCodes, takeLink, tryCode, upsertCode } from './code-queries.ts'

/** What a code is good for. A code for one purpose does nothing for another. */
export type CodePurpose =
  | 'signup'
  /** Also magic links: both prove the mailbox and open a session. */
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'sms'
  | 'phone_change'
  | 'reauthentication'
  | 'mfa_phone'

/** Wrong codes after which only the link, or a new code, helps. */
export const MAX_CODE_ATTEMPTS = 10
/** As long as a SHA-224 in hex, the form the protocol's clients know. */
const LINK_TOKEN_BYTES = 28
/** Tells the client's library that the link belongs to a PKCE flow. */
export const PKCE_LINK_PREFIX = 'pkce_'

export interface UsedCode {
  user_id: string
  purpose: CodePurpose
  address: string
  /** The PKCE flow it was asked for in, if any. */
  flow_id: string | null
}

/**
 * Makes a code and a link token for a person and a purpose; what the person had for this purpose before is void.
 * The database keeps only hashes of both. With `code`, that one is used instead of a fresh one (test phones).
 */
export async function issueCode(
  tx: Tx,
  options: {
    secrets: Secrets
    user_id: string
    purpose: CodePurpose
    /** The e-mail address or phone it goes to, as stored. */
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
 * Uses a code up. Undefined when it is wrong, late, used, tried too often or meant for another address or purpose: the
 * transaction must then be committed all the same, as it has counted the try.
 */
export async function redeemCode(
  tx: Tx,
  options: { secrets: Secrets; user_id: string; purpose: CodePurpose; address: string; code: string; now: Date },
): Promise<UsedCode | undefined> {
  const { secrets, user_id, purpose, address, code, now } = options
  const code_hash = hashCode(secrets, user_id, purpose, code)
  const tried = await tryCode(tx, { user_id, purpose, address, code_hash, now, maxAttempts: MAX_CODE_ATTEMPTS })
  return tried?.used_at ? { user_id, purpose, address, flow_id: tried.flow_id } : undefined
}

/** Uses up the code a link stands for. Undefined when it is unknown, late, used or for another purpose. */
export async function redeemLink(
  tx: Tx,
  options: { linkToken: string; purposes: readonly CodePurpose[]; now: Date },
): Promise<UsedCode | undefined> {
  const { linkToken, purposes, now } = options
  const used = await takeLink(tx, { link_hash: hashLink(linkToken), purposes, now })
  return used && { ...used, purpose: used.purpose as CodePurpose }
}

/** Makes all the person's codes useless; with purposes, only those. */
export function voidCodes(tx: Tx, userId: string, purposes?: readonly CodePurpose[]): Promise<void> {
  return deleteCodes(tx, userId, purposes)
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
