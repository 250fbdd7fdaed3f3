import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tx } from '../../db/tables.ts'

/** Writes a code in place of the one the person had for this purpose. */
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
 * Counts a try and, when the hash fits, uses the code up: one statement, so that of many at the same moment one finds
 * it unused and no more than `maxAttempts` are looked at.
 */
export function tryCode(
  tx: Tx,
  code: { user_id: string; purpose: string; address: string; code_hash: Buffer; now: Date; maxAttempts: number },
) {
  return tx
    .updateTable('one_time_codes')
    .set({
      attempts: sql<number>`attempts + 1`,
      used_at: sql<Date | null>`case when code_hash = ${code.code_hash} then ${code.now}::timestamptz end`,
    })
    .where('user_id', '=', code.user_id)
    .where('purpose', '=', code.purpose)
    .where('address', '=', code.address)
    .where('used_at', 'is', null)
    .where('attempts', '<', code.maxAttempts)
    .where('expires_at', '>', code.now)
    .returning(['user_id', 'purpose', 'address', 'flow_id', 'used_at'])
    .executeTakeFirst()
}

/** Uses up the code a link stands for; one of many at the same moment finds it unused. */
export function takeLink(tx: Tx, link: { link_hash: Buffer; purposes: readonly string[]; now: Date }) {
  return tx
    .updateTable('one_time_codes')
    .set({ used_at: link.now })
    .where('link_hash', '=', link.link_hash)
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning(['user_id', 'purpose', 'address', 'flow_id'])
    .executeTakeFirst()
}

/** Makes the person's codes useless; with purposes, only those. */
export async function deleteCodes(tx: Tx, userId: string, purposes?: readonly string[]): Promise<void> {
  let query = tx.deleteFrom('one_time_codes').where('user_id', '=', userId)
  if (purposes) query = query.where('purpose', 'in', purposes)
  await query.execute()
}

/** Writes down a sign-in that is begun; answers its id. */
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

/** Gives a flow its code and the person; answers false when it is gone or has a code already. */
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

/** Uses a code up, if it is in time and one of the two forms of the verifier fits. */
export function takeFlow(tx: Tx, proof: { auth_code_hash: Buffer; s256: string; plain: string; now: Date }) {
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

/** When a code that could not be used ends; undefined when there is none. */
export async function readFlowEnd(tx: Tx, authCodeHash: Buffer): Promise<Date | undefined> {
  const flow = await tx
    .selectFrom('flow_states')
    .select('expires_at')
    .where('auth_code_hash', '=', authCodeHash)
    .executeTakeFirst()
  return flow?.expires_at
}
