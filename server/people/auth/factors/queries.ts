import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { countOf, isAny } from '../../../platform/data/count-queries.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'

export type FactorSecrets = Selectable<Tables['factors']>

/** Returns whether an account has a confirmed factor. */
export function hasVerifiedFactor(db: Db | Tx, userId: string): Promise<boolean> {
  return isAny(db.selectFrom('factors').where('user_id', '=', userId).where('status', '=', 'verified'))
}

/** Returns the ids of the accounts among these that have a confirmed factor. */
export async function listFactorOwners(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const factors = await db
    .selectFrom('factors')
    .select('user_id')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '=', 'verified')
    .execute()
  return new Set(factors.map(({ user_id }) => user_id))
}

/** Returns the number of confirmed authenticator apps of all accounts. */
export function countAuthenticators(db: Db): Promise<number> {
  return countOf(db.selectFrom('factors').where('factor_type', '=', 'totp').where('status', '=', 'verified'))
}

/** Returns a factor, if it is this account's. */
export function readFactor(db: Db | Tx, factor: { id: string; user_id: string }): Promise<FactorSecrets | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('id', '=', factor.id)
    .where('user_id', '=', factor.user_id)
    .executeTakeFirst()
}

/** Adds an unconfirmed factor; returns false when the account has a factor of this name. */
export async function insertFactor(tx: Tx, factor: Insertable<Tables['factors']> & { created_at: Date }) {
  const inserted = await tx
    .insertInto('factors')
    .values({ ...factor, updated_at: factor.created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function confirmFactor(tx: Tx, id: string, updated_at: Date): Promise<void> {
  await tx.updateTable('factors').set({ status: 'verified', updated_at }).where('id', '=', id).execute()
}

export async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await tx.deleteFrom('factors').where('id', '=', factorId).execute()
}

/** Deletes an account's unconfirmed factors of one type. */
export async function deleteUnverifiedFactors(tx: Tx, { user_id, factor_type }: FactorSecrets): Promise<void> {
  await unverifiedFactors(tx, user_id).where('factor_type', '=', factor_type).execute()
}

function unverifiedFactors(tx: Tx, userId: string) {
  return tx.deleteFrom('factors').where('user_id', '=', userId).where('status', '=', 'unverified')
}

/** Deletes an account's unconfirmed factors that were neither enrolled nor challenged since a time. */
export async function deleteAbandonedFactors(tx: Tx, abandoned: { user_id: string; before: Date }): Promise<void> {
  const { user_id, before } = abandoned
  await unverifiedFactors(tx, user_id).where(sql`greatest(created_at, last_challenged_at)`, '<', before).execute()
}

/** Deletes at most `limit` abandoned factors of all accounts; returns how many. */
export const deleteAllAbandonedFactors = deletionOf(
  sql`factors`,
  sql`id`,
  sql`created_at`,
  (before) => sql`
    status = 'unverified' and created_at < ${before}
      and (last_challenged_at is null or last_challenged_at < ${before})`,
)

/** Adds a challenge, records its time in the factor, and returns its id. */
export async function insertChallenge(
  tx: Tx,
  challenge: { factor_id: string; ip: string | null; expires_at: Date; created_at: Date },
): Promise<string> {
  const { factor_id, created_at: last_challenged_at } = challenge
  await tx.updateTable('factors').set({ last_challenged_at }).where('id', '=', factor_id).execute()
  const inserted = await tx.insertInto('factor_challenges').values(challenge).returning('id').executeTakeFirstOrThrow()
  return inserted.id
}

/** Counts an attempt at a challenge and returns the challenge, undefined when the factor has none of this id. */
export function tryChallenge(tx: Tx, challenge: { id: string; factor_id: string; ip: string | null }) {
  // guard: challenge-counted-in-place
  return (
    tx
      .updateTable('factor_challenges')
      .set({ attempts: sql<number>`least(attempts + 1, 1000)` })
      .where('id', '=', challenge.id)
      .where('factor_id', '=', challenge.factor_id)
      .returning(['attempts', 'used_at', 'expires_at'])
      // Compared as addresses: their spellings differ.
      .returning(sql<boolean>`ip is not distinct from ${challenge.ip}::inet`.as('is_same_ip'))
      .executeTakeFirst()
  )
}

/** Marks a challenge as used; returns false when it was used already, perhaps by a concurrent request, or has expired. */
export async function takeChallenge(tx: Tx, challenge: { id: string; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('factor_challenges')
    .set({ used_at: challenge.now })
    .where('id', '=', challenge.id)
    .where('used_at', 'is', null) // guard: unused-challenge
    .where('expires_at', '>', challenge.now)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export const deleteExpiredChallenges = deletionOf(sql`factor_challenges`, sql`id`, sql`expires_at`)

/** Marks a time step and all before it as used; returns false when it was used already, perhaps by a concurrent request. */
export async function takeStep(tx: Tx, used: { factor_id: string; step: number }): Promise<boolean> {
  const updated = await tx
    .updateTable('factors')
    .set({ used_step: used.step })
    .where('id', '=', used.factor_id)
    .where((factor) => factor.or([factor('used_step', 'is', null), factor('used_step', '<', used.step)])) // guard: unused-step
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
