import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'

export type FactorRow = Omit<Selectable<Tables['factors']>, 'sealed_secret' | 'used_step'>

/** A factor with what its codes are checked against. */
export type FactorSecrets = Selectable<Tables['factors']>

const SHOWN = [
  'id',
  'user_id',
  'factor_type',
  'status',
  'friendly_name',
  'phone',
  'last_challenged_at',
  'created_at',
  'updated_at',
] as const

/** The factors of a person, oldest first. */
export function readFactors(db: Db | Tx, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom('factors')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Lets changes of one person's factors come one after the other; answers what they depend on. */
export function lockFactorOwner(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'is_anonymous'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether the person has a factor that was confirmed once. */
export async function hasVerifiedFactor(db: Db | Tx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes enrolments that nobody confirmed and nobody asked about since `before`. */
export async function deleteAbandonedFactors(tx: Tx, abandoned: { user_id: string; before: Date }): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', abandoned.user_id)
    .where('status', '=', 'unverified')
    .where(sql`greatest(created_at, last_challenged_at)`, '<', abandoned.before)
    .execute()
}

/** Answers false when the person has a factor of this name. */
export async function insertFactor(
  tx: Tx,
  factor: {
    id: string
    user_id: string
    factor_type: 'totp' | 'phone'
    friendly_name: string
    phone: string | null
    sealed_secret: Buffer | null
    created_at: Date
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('factors')
    .values({ ...factor, updated_at: factor.created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A factor, if it is this person's. */
export function readFactor(db: Db | Tx, factor: { id: string; user_id: string }) {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('id', '=', factor.id)
    .where('user_id', '=', factor.user_id)
    .executeTakeFirst()
}

/** Removes a factor. */
export async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await tx.deleteFrom('factors').where('id', '=', factorId).execute()
}

/** Removes all factors of a person; answers how many. */
export async function deleteFactors(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx.deleteFrom('factors').where('user_id', '=', userId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Writes a challenge and, at its factor, when it was. */
export async function insertChallenge(
  tx: Tx,
  challenge: { factor_id: string; ip: string | null; expires_at: Date; created_at: Date },
): Promise<string> {
  await tx
    .updateTable('factors')
    .set({ last_challenged_at: challenge.created_at })
    .where('id', '=', challenge.factor_id)
    .execute()
  const inserted = await tx.insertInto('factor_challenges').values(challenge).returning('id').executeTakeFirstOrThrow()
  return inserted.id
}

/** Counts a try at a challenge; answers it as it was found, or undefined when the factor has no such challenge. */
export function tryChallenge(tx: Tx, challenge: { id: string; factor_id: string; ip: string | null }) {
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

/** Uses a challenge up; of many at the same moment one is told true. */
export async function takeChallenge(tx: Tx, challenge: { id: string; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('factor_challenges')
    .set({ used_at: challenge.now })
    .where('id', '=', challenge.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', challenge.now)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Uses a time step up, with all before it; of many at the same moment one is told true. */
export async function takeStep(tx: Tx, used: { factor_id: string; step: number }): Promise<boolean> {
  const updated = await tx
    .updateTable('factors')
    .set({ used_step: used.step })
    .where('id', '=', used.factor_id)
    .where((factor) => factor.or([factor('used_step', 'is', null), factor('used_step', '<', used.step)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** The factor counts from now on. */
export async function confirmFactor(tx: Tx, factor: { id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('factors')
    .set({ status: 'verified', updated_at: factor.now })
    .where('id', '=', factor.id)
    .execute()
}

/** Removes a person's enrolments of one type that nobody confirmed. */
export async function deleteUnverifiedFactors(
  tx: Tx,
  { user_id, factor_type }: { user_id: string; factor_type: 'totp' | 'phone' },
): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .execute()
}

/** The session's level and amr, with the session locked; undefined when it has ended. */
export function lockSession(tx: Tx, sessionId: string) {
  return tx.selectFrom('sessions').select(['aal', 'amr']).where('id', '=', sessionId).forUpdate().executeTakeFirst()
}

/** Raises a session, and takes away the refresh tokens from before: they were given for less. */
export async function raiseSession(
  tx: Tx,
  raised: { session_id: string; factor_id: string; amr: { method: string; timestamp: number }[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ aal: 'aal2', amr: JSON.stringify(raised.amr), factor_id: raised.factor_id, refreshed_at: raised.now })
    .where('id', '=', raised.session_id)
    .execute()
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', raised.session_id).execute()
}

/** Ends the person's sessions without a second factor, but not this one; answers the ids of those that ended. */
export async function deletePlainSessions(tx: Tx, ends: { user_id: string; except: string }): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', ends.user_id)
    .where('id', '<>', ends.except)
    .where('aal', '=', 'aal1')
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/** Makes sessions that a factor raised plain ones again; answers their ids. */
export async function lowerSessions(tx: Tx, factorId: string): Promise<string[]> {
  const lowered = await tx
    .updateTable('sessions')
    .set({
      aal: 'aal1',
      factor_id: null,
      amr: sql<string>`jsonb_path_query_array(amr, '$[*] ? (@.method != "totp" && @.method != "mfa/phone")')`,
    })
    .where('factor_id', '=', factorId)
    .returning('id')
    .execute()
  return lowered.map(({ id }) => id)
}
