import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'

/** Writes a code in place of the one that the account had for this purpose. */
export async function upsertCode(tx: Tx, code: Insertable<Tables['one_time_codes']>): Promise<void> {
  await tx
    .insertInto('one_time_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose']).doUpdateSet({
        address: code.address,
        code_hash: code.code_hash,
        link_hash: code.link_hash ?? null,
        flow_id: code.flow_id ?? null,
        attempts: 0,
        used_at: null,
        expires_at: code.expires_at,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/**
 * Counts an attempt and, when the hash matches, marks the code as used. One statement: of concurrent attempts only one
 * finds the code unused, and no more than `maxAttempts` are compared.
 */
export function tryCode(
  tx: Tx,
  code: { user_id: string; purpose: string; address: string; code_hash: Buffer; now: Date; maxAttempts: number },
) {
  return tx
    .updateTable('one_time_codes')
    .set({
      attempts: sql<number>`attempts + 1`, // guard: attempts-counted-in-place
      used_at: sql<Date | null>`case when code_hash = ${code.code_hash} then ${code.now}::timestamptz end`,
    })
    .where('user_id', '=', code.user_id)
    .where('purpose', '=', code.purpose)
    .where('address', '=', code.address)
    .where('used_at', 'is', null) // guard: unused-code
    .where('attempts', '<', code.maxAttempts)
    .where('expires_at', '>', code.now)
    .returning(['user_id', 'purpose', 'address', 'flow_id', 'used_at'])
    .executeTakeFirst()
}

/** Marks the code of a link as used and returns it; of concurrent requests only one gets it. */
export function takeLink(tx: Tx, link: { link_hash: Buffer; purposes: readonly string[]; now: Date }) {
  return tx
    .updateTable('one_time_codes')
    .set({ used_at: link.now })
    .where('link_hash', '=', link.link_hash)
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null) // guard: unused-link
    .where('expires_at', '>', link.now)
    .returning(['user_id', 'purpose', 'address', 'flow_id'])
    .executeTakeFirst()
}

/** Returns whether a link could be redeemed now; redeems nothing. */
export async function isRedeemable(db: Db, link: { link_hash: Buffer; purposes: readonly string[]; now: Date }) {
  const found = await db
    .selectFrom('one_time_codes')
    .select('purpose')
    .where('link_hash', '=', link.link_hash)
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .executeTakeFirst()
  return found !== undefined
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

export const deleteExpiredCodes = deletionOf(sql`one_time_codes`, {
  key: sql`user_id, purpose`,
  column: sql`expires_at`,
})

/** Begins a PKCE flow and returns its id. */
export async function insertFlow(
  tx: Tx,
  flow: Pick<
    Insertable<Tables['flow_states']>,
    'code_challenge' | 'code_challenge_method' | 'authentication_method' | 'expires_at'
  >,
): Promise<string> {
  const inserted = await tx.insertInto('flow_states').values(flow).returning('id').executeTakeFirstOrThrow()
  return inserted.id
}

/** Gives a flow its code and account; returns false when the flow does not exist or already has a code. */
export async function setAuthCode(
  tx: Tx,
  flow: { id: string; auth_code_hash: Buffer; user_id: string; expires_at: Date },
): Promise<boolean> {
  const { id, ...change } = flow
  const updated = await tx
    .updateTable('flow_states')
    .set(change)
    .where('id', '=', id)
    .where('auth_code_hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Deletes and returns a flow by its code, unless it has expired or neither form of the verifier matches. */
export function takeFlow(tx: Tx, proof: { auth_code_hash: Buffer; s256: string; plain: string; now: Date }) {
  // guard: flow-taken-at-once
  return tx
    .deleteFrom('flow_states')
    .where('auth_code_hash', '=', proof.auth_code_hash)
    .where('expires_at', '>', proof.now)
    .where(({ and, eb, or }) =>
      or([
        and([eb('code_challenge_method', '=', 's256'), eb('code_challenge', '=', proof.s256)]),
        and([eb('code_challenge_method', '=', 'plain'), eb('code_challenge', '=', proof.plain)]),
      ]),
    )
    .returning(['id', 'user_id', 'authentication_method'])
    .executeTakeFirst()
}

/** Returns when a flow's code expires, undefined when there is no such code. */
export async function readFlowEnd(tx: Tx, authCodeHash: Buffer): Promise<Date | undefined> {
  const flow = await tx
    .selectFrom('flow_states')
    .select('expires_at')
    .where('auth_code_hash', '=', authCodeHash)
    .executeTakeFirst()
  return flow?.expires_at
}

/** Deletes an account's flows whose code has not been exchanged. */
export async function deleteFlows(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('flow_states').where('user_id', '=', userId).execute()
}

export const deleteExpiredFlows = deletionOf(sql`flow_states`, { key: sql`id`, column: sql`expires_at` })
