import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { isAny } from '../../../platform/data/count-queries.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'
import { deriveKey, hashToken, type Secrets } from '../../../platform/keys/secrets.ts'

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

interface CodeContext {
  secrets: Secrets
  user_id: string
  purpose: CodePurpose
  /** The email address or phone it is sent to, as stored. */
  address: string
  now: Date
}

interface NewCode extends CodeContext {
  digits: number
  lifeSeconds: number
  flow_id?: string | null
  /** Used instead of a random one, for test phones. */
  code?: string | undefined
}

/**
 * Returns a new code and link token for an account and a purpose; those it had for this purpose become void. The database
 * stores only hashes of both.
 */
export async function issueCode(tx: Tx, issue: NewCode): Promise<{ code: string; linkToken: string }> {
  const { user_id, purpose, address, flow_id = null } = issue
  const code = issue.code ?? Array.from({ length: issue.digits }, () => randomInt(10)).join('')
  const linkToken = (flow_id ? PKCE_LINK_PREFIX : '') + randomBytes(LINK_TOKEN_BYTES).toString('hex')
  const issued = {
    address,
    code_hash: hashCode(issue, code),
    link_hash: hashToken(linkToken),
    flow_id,
    expires_at: secondsAfter(issue.now, issue.lifeSeconds),
  }
  await tx
    .insertInto('one_time_codes')
    .values({ user_id, purpose, ...issued })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet({ ...issued, attempts: 0, used_at: null, created_at: sql<Date>`now()` }),
    )
    .execute()
  return { code, linkToken }
}

/**
 * Redeems a code, once. Returns undefined when it is wrong, expired, used, tried too often or for another address or
 * purpose: the transaction must then be committed all the same, as it has counted the attempt. One statement: of concurrent
 * attempts only one finds the code unused, and no more than the maximum are compared.
 */
export async function redeemCode(tx: Tx, code: CodeContext & { code: string }): Promise<UsedCode | undefined> {
  const attempted = await tx
    .updateTable('one_time_codes')
    .set({
      attempts: sql<number>`attempts + 1`, // guard: attempts-counted-in-place
      used_at: sql<Date | null>`case when code_hash = ${hashCode(code, code.code)} then ${code.now}::timestamptz end`,
    })
    .where('user_id', '=', code.user_id)
    .where('purpose', '=', code.purpose)
    .where('address', '=', code.address)
    .where('used_at', 'is', null) // guard: unused-code
    .where('attempts', '<', MAX_CODE_ATTEMPTS)
    .where('expires_at', '>', code.now)
    .returning(['user_id', 'address', 'flow_id', 'used_at'])
    .executeTakeFirst()
  if (!attempted?.used_at) return undefined
  const { used_at: _, ...used } = attempted
  return { ...used, purpose: code.purpose }
}

interface Link {
  linkToken: string
  purposes: readonly CodePurpose[]
  now: Date
}

/** Redeems a link; of concurrent requests only one gets its code. Returns undefined when it is unknown, expired, used or for another purpose. */
export async function redeemLink(tx: Tx, link: Link): Promise<UsedCode | undefined> {
  const used = await tx
    .updateTable('one_time_codes')
    .set({ used_at: link.now })
    .where('link_hash', '=', hashToken(link.linkToken))
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null) // guard: unused-link
    .where('expires_at', '>', link.now)
    .returning(['user_id', 'purpose', 'address', 'flow_id'])
    .executeTakeFirst()
  return used && { ...used, purpose: used.purpose as CodePurpose }
}

/** Returns whether a link could be redeemed now; redeems nothing. */
export function isLinkRedeemable(db: Db, { linkToken, purposes, now }: Link): Promise<boolean> {
  const codes = db.selectFrom('one_time_codes').where('link_hash', '=', hashToken(linkToken))
  return isAny(codes.where('purpose', 'in', purposes).where('used_at', 'is', null).where('expires_at', '>', now))
}

/** Returns the accounts with an unused code for one of the purposes that was sent to an address, newest code first. */
export function findCodeOwners(
  tx: Tx,
  sent: { address: string; purposes: readonly string[]; now: Date; limit: number },
) {
  return tx
    .selectFrom('one_time_codes')
    .select(['user_id', 'purpose'])
    .where('address', '=', sent.address)
    .where('purpose', 'in', sent.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sent.now)
    .orderBy('created_at', 'desc')
    .limit(sent.limit)
    .execute()
}

/** Voids all codes and links of an account. */
export async function voidCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_codes').where('user_id', '=', userId).execute()
}

export const deleteExpiredCodes = deletionOf(sql`one_time_codes`, sql`user_id, purpose`, sql`expires_at`)

function hashCode({ secrets, user_id, purpose }: CodeContext, code: string): Buffer {
  const text = JSON.stringify([user_id, purpose, code])
  return createHmac('sha256', deriveKey(secrets, 'one-time codes')).update(text).digest()
}
