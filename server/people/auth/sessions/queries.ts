import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { isAny } from '../../../platform/data/count-queries.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'
import { networkOf } from '../../../platform/load/client-network.ts'
import { bannedUntil, selectRights } from '../../accounts/queries.ts'
import type { Device } from '../protocol/deps.ts'

export interface AuthMethod {
  method: string
  /** Unix seconds. */
  timestamp: number
}

/** Adds a session that a user just signed in to and returns its id. */
export async function insertSession(tx: Tx, session: { user_id: string; amr: AuthMethod[]; now: Date } & Device) {
  const { user_id, amr, user_agent, ip, now: created_at } = session
  const inserted = await rememberNetwork(tx, session)
    .insertInto('sessions')
    .values({ user_id, amr: JSON.stringify(amr), user_agent, ip, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

function rememberNetwork(tx: Tx, { user_id, ip, now }: { user_id: string; now: Date } & Device) {
  return tx.with('remembered', (row) => {
    const network = ip === null ? null : networkOf(ip)
    return row
      .insertInto('known_networks')
      .columns(['user_id', 'network', 'last_used_at'])
      .expression(
        sql`select ${user_id}::uuid, ${network}::text, ${now}::timestamptz where ${network}::text is not null`,
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'network']).doUpdateSet({
          last_used_at: (known) => known.fn('greatest', ['known_networks.last_used_at', 'excluded.last_used_at']),
        }),
      )
  })
}

/** Returns whether an account has signed in from a network before. */
export function isKnownNetwork(db: Db, userId: string, network: string): Promise<boolean> {
  return isAny(db.selectFrom('known_networks').where('user_id', '=', userId).where('network', '=', network))
}

export async function forgetNetworks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_networks').where('user_id', '=', userId).execute()
}

export const deleteUnusedNetworks = deletionOf(sql`known_networks`, sql`user_id, network`, sql`last_used_at`)

/** Returns an account's rights and the session, if it is the account's; nothing when the account does not exist. */
export const readSession = prepared('session', (db, { userId, sessionId }: { userId: string; sessionId: string }) =>
  selectRights(db, userId)
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', sessionId))
    .select(['sessions.id as session_id', 'sessions.aal'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('factors')
          .select('factors.id')
          .whereRef('factors.user_id', '=', 'users.id')
          .where('factors.status', '=', 'verified'),
      )
        .$castTo<boolean>()
        .as('has_second_factor'),
    )
    .compile(),
)

/** Returns the newest sessions of an account, after the session `first`. */
export function readSessions(db: Db, userId: string, shown: { first: string; limit: number }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'aal', 'user_agent', 'created_at', 'refreshed_at'])
    .select(sql<string | null>`host(ip)`.as('ip'))
    .where('user_id', '=', userId)
    .orderBy(sql`id = ${shown.first}`, 'desc')
    .orderBy(sql`coalesce(refreshed_at, created_at)`, 'desc')
    .limit(shown.limit)
    .execute()
}

/** Returns a session's user and sign-in time, undefined when it has ended. */
export function findSession(db: Db | Tx, sessionId: string) {
  return db.selectFrom('sessions').select(['user_id', 'created_at']).where('id', '=', sessionId).executeTakeFirst()
}

/** Locks a session and returns its assurance level and methods, undefined when it has ended. */
export function lockSession(tx: Tx, sessionId: string) {
  return tx.selectFrom('sessions').select(['aal', 'amr']).where('id', '=', sessionId).forUpdate().executeTakeFirst()
}

/** Selects all sessions of an account, only the current one, or all others. */
export type SessionScope = { scope: 'global' } | { scope: 'local' | 'others'; session_id: string }

/** Deletes the sessions of an account that a scope names, with `aal` only those of that level; returns their ids. */
export async function deleteSessions(tx: Tx, userId: string, scope: SessionScope, aal?: 'aal1'): Promise<string[]> {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (aal) query = query.where('aal', '=', aal)
  if (scope.scope === 'local') query = query.where('id', '=', scope.session_id)
  if (scope.scope === 'others') query = query.where('id', '<>', scope.session_id)
  const deleted = await query.returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Raises a session to aal2 and deletes its earlier refresh tokens, which were issued for aal1. */
export async function raiseSession(
  tx: Tx,
  raised: { session_id: string; factor_id: string; amr: AuthMethod[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ aal: 'aal2', amr: JSON.stringify(raised.amr), factor_id: raised.factor_id, refreshed_at: raised.now })
    .where('id', '=', raised.session_id)
    .execute()
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', raised.session_id).execute()
}

/** Lowers the sessions that a factor raised to aal1; returns their ids. */
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

/** Returns SQL for whether an account has a session, for a query that has its id. */
export function hasSessions(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from sessions where sessions.user_id = ${userId})`
}

/** Deletes at most `limit` sessions that were neither opened nor refreshed since a time; returns how many. */
export const deleteUnusedSessions = deletionOf(
  sql`sessions`,
  sql`id`,
  sql`created_at`,
  (since) => sql`created_at < ${since} and (refreshed_at is null or refreshed_at < ${since})`,
)

/** Adds a session's next refresh token; its parent is the one it replaces. */
export async function insertRefreshToken(
  tx: Tx,
  token: { token_hash: Buffer; session_id: string; parent_hash: Buffer | null },
): Promise<void> {
  await tx.insertInto('refresh_tokens').values(token).execute()
}

/** Locks the session that a refresh token belongs to, so that its refreshes run one after the other, and returns it. */
export function lockSessionOfToken(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('sessions')
    .select(['sessions.id', 'sessions.user_id', 'sessions.aal', 'sessions.amr'])
    .select(bannedUntil(sql`sessions.user_id`).as('banned_until'))
    .where('sessions.id', '=', (row) =>
      row.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .forUpdate('sessions') // guard: session-lock
    .executeTakeFirst()
}

/** Returns when a token was replaced (null: it is live; undefined: deleted); to be read with the session locked. */
export function readRefreshToken(tx: Tx, tokenHash: Buffer) {
  return tx.selectFrom('refresh_tokens').select('revoked_at').where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Returns the hash of a session's one refresh token that has not been replaced. */
export async function readLiveTokenHash(tx: Tx, sessionId: string): Promise<Buffer | undefined> {
  const live = await tx
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return live?.token_hash
}

/** Replaces the live token of a session and records the device. */
export async function replaceRefreshToken(
  tx: Tx,
  replaced: { token_hash: Buffer; successor_hash: Buffer; session_id: string; user_id: string; now: Date } & Device,
): Promise<void> {
  const { token_hash, successor_hash, session_id, user_agent, ip, now } = replaced
  await tx.updateTable('refresh_tokens').set({ revoked_at: now }).where('token_hash', '=', token_hash).execute()
  await insertRefreshToken(tx, { token_hash: successor_hash, session_id, parent_hash: token_hash })
  await rememberNetwork(tx, replaced)
    .updateTable('sessions')
    .set({ refreshed_at: now, user_agent, ip })
    .where('id', '=', session_id)
    .execute()
}

export const deleteReplacedTokens = deletionOf(sql`refresh_tokens`, sql`token_hash`, sql`revoked_at`)
