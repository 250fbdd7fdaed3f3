import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import type { Role } from '../../shared/account/constants.ts'
import { type FactorRow, readFactors } from './mfa/queries.ts'

export type UserRow = Omit<Selectable<Tables['users']>, 'password_hash' | 'email_change_accepted'> & {
  identities: Selectable<Tables['identities']>[]
  factors: FactorRow[]
  /** Product id → quantity. */
  cart: Record<string, number>
}

/** A user with identities, factors and cart, as the user object shows them. */
export async function readUser(db: Db | Tx, userId: string): Promise<UserRow | undefined> {
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'role',
      'user_metadata',
      'email_confirmed_at',
      'phone',
      'phone_confirmed_at',
      'is_anonymous',
      'new_email',
      'new_phone',
      'confirmation_sent_at',
      'recovery_sent_at',
      'email_change_sent_at',
      'phone_change_sent_at',
      'reauthentication_sent_at',
      'banned_until',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .select((row) =>
      row
        .selectFrom('cart_lines')
        .innerJoin('products', 'products.product_number', 'cart_lines.product_number')
        .whereRef('cart_lines.user_id', '=', 'users.id')
        .where('products.deleted_at', 'is', null)
        .select(
          sql<Record<string, number>>`coalesce(jsonb_object_agg(products.product_id, cart_lines.quantity), '{}')`.as(
            'cart',
          ),
        )
        .as('cart'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return undefined
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('identity_id')
    .execute()
  return { ...user, cart: user.cart ?? {}, identities, factors: await readFactors(db, userId) }
}

export interface NewAccount {
  /** At most one of the two; a guest has none. */
  email: string | null
  phone: string | null
  password_hash: string | null
  role: Role
  user_metadata: Record<string, unknown>
  /** Whether the address counts as confirmed without having been used. */
  confirmed: boolean
  signedIn: boolean
  now: Date
}

/** Makes an account and the identity of its address; answers undefined when the address is taken. */
export async function insertUser(tx: Tx, account: NewAccount): Promise<string | undefined> {
  const { email, phone, now } = account
  const confirmedAt = account.confirmed ? now : null
  const last_sign_in_at = account.signedIn ? now : null
  const inserted = await tx
    .insertInto('users')
    .values({
      email,
      phone,
      is_anonymous: !email && !phone,
      password_hash: account.password_hash,
      role: account.role,
      user_metadata: JSON.stringify(account.user_metadata),
      email_confirmed_at: email === null ? null : confirmedAt,
      phone_confirmed_at: phone === null ? null : confirmedAt,
      last_sign_in_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  if (!email && !phone) return inserted.id
  const identity_data = {
    ...account.user_metadata,
    sub: inserted.id,
    ...(email ? { email } : { phone }),
    email_verified: email !== null && account.confirmed,
    phone_verified: phone !== null && account.confirmed,
  }
  await tx
    .insertInto('identities')
    .values({
      user_id: inserted.id,
      provider: email ? 'email' : 'phone',
      provider_id: inserted.id,
      identity_data: JSON.stringify(identity_data),
      last_sign_in_at,
    })
    .execute()
  return inserted.id
}

/** What a sign-in by password is checked against. */
export function readCredentials(db: Db, by: { email: string } | { phone: string }) {
  const query = db
    .selectFrom('users')
    .select(['id', 'password_hash', 'banned_until', 'email_confirmed_at', 'phone_confirmed_at'])
  return ('email' in by ? query.where('email', '=', by.email) : query.where('phone', '=', by.phone)).executeTakeFirst()
}

/** Notes a sign-in; answers false when the password was changed since it was checked. */
export async function recordSignIn(
  tx: Tx,
  user: { id: string; password_hash: string; provider: 'email' | 'phone'; now: Date },
): Promise<boolean> {
  const updated = await tx
    .updateTable('users')
    .set({ last_sign_in_at: user.now })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return false
  await tx
    .updateTable('identities')
    .set({ last_sign_in_at: user.now, updated_at: user.now })
    .where('user_id', '=', user.id)
    .where('provider', '=', user.provider)
    .execute()
  return true
}

/** `id` and `email` of the account with exactly this (normalised) address. */
export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').select(['id', 'email']).where('email', '=', email).execute()
}

/** Locks the account's row until the transaction ends and answers what a change is computed from. */
export function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'phone', 'password_hash', 'user_metadata'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes what is given of metadata and password. */
export async function updateUser(
  tx: Tx,
  userId: string,
  change: { user_metadata?: Record<string, unknown>; password_hash?: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...(change.user_metadata && { user_metadata: JSON.stringify(change.user_metadata) }),
      ...(change.password_hash && { password_hash: change.password_hash }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** The password hash alone, to compare a new password with the present one outside a transaction. */
export async function readPasswordHash(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user?.password_hash ?? null
}

export interface Device {
  user_agent: string | null
  ip: string | null
}

/** Writes a session that a person just signed in to. */
export async function insertSession(
  tx: Tx,
  session: { user_id: string; amr: { method: string; timestamp: number }[]; now: Date } & Device,
): Promise<string> {
  const inserted = await tx
    .insertInto('sessions')
    .values({
      user_id: session.user_id,
      amr: JSON.stringify(session.amr),
      user_agent: session.user_agent,
      ip: session.ip,
      created_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Who a session belongs to and whether the user and the session are still there; undefined when the user is gone. */
export function readSession(db: Db, userId: string, sessionId: string) {
  return db
    .selectFrom('users')
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', sessionId))
    .select(['users.role', 'users.banned_until', 'users.is_anonymous', 'sessions.id as session_id', 'sessions.aal'])
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
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

/** The newest sessions of a person, the `first` of them in front. */
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

/** When the session signed in. */
export async function readSessionStart(db: Db, sessionId: string): Promise<Date | undefined> {
  const session = await db.selectFrom('sessions').select('created_at').where('id', '=', sessionId).executeTakeFirst()
  return session?.created_at
}

/**
 * Ends the sessions of a user that `scope` names, seen from `sessionId`, with more than this one also those that wait for
 * the exchange of their code; answers the ids of those that ended.
 */
export async function deleteSessions(
  tx: Tx,
  ends:
    | { user_id: string; session_id: string; scope: 'local' | 'others' }
    | { user_id: string; session_id?: string; scope: 'global' },
): Promise<string[]> {
  if (ends.scope !== 'local') await tx.deleteFrom('flow_states').where('user_id', '=', ends.user_id).execute()
  let query = tx.deleteFrom('sessions').where('user_id', '=', ends.user_id)
  if (ends.scope === 'local') query = query.where('id', '=', ends.session_id)
  if (ends.scope === 'others') query = query.where('id', '<>', ends.session_id)
  const deleted = await query.returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Adds a session's next refresh token; its parent is the one it replaces. */
export async function insertRefreshToken(
  tx: Tx,
  token: { token_hash: Buffer; session_id: string; parent_hash: Buffer | null },
): Promise<void> {
  await tx.insertInto('refresh_tokens').values(token).execute()
}

/** Locks the session a refresh token belongs to, so that its refreshes come one after the other. */
export function lockSessionOfToken(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.aal', 'sessions.amr', 'users.banned_until'])
    .where('sessions.id', '=', (row) =>
      row.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .forUpdate('sessions')
    .executeTakeFirst()
}

/**
 * When the token was replaced (null: it is the live one); read after the session is locked. Undefined when it was taken
 * away meanwhile.
 */
export function readRefreshToken(tx: Tx, tokenHash: Buffer) {
  return tx.selectFrom('refresh_tokens').select('revoked_at').where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The hash of the one refresh token of a session that has not been replaced. */
export async function readLiveTokenHash(tx: Tx, sessionId: string): Promise<Buffer | undefined> {
  const live = await tx
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return live?.token_hash
}

/** Replaces the live token of a session and notes from where. */
export async function replaceRefreshToken(
  tx: Tx,
  replaced: { token_hash: Buffer; successor_hash: Buffer; session_id: string; now: Date } & Device,
): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: replaced.now })
    .where('token_hash', '=', replaced.token_hash)
    .execute()
  await insertRefreshToken(tx, {
    token_hash: replaced.successor_hash,
    session_id: replaced.session_id,
    parent_hash: replaced.token_hash,
  })
  await tx
    .updateTable('sessions')
    .set({ refreshed_at: replaced.now, user_agent: replaced.user_agent, ip: replaced.ip })
    .where('id', '=', replaced.session_id)
    .execute()
}

/** Gives an account the admin role and a new password; other ways of signing in that its maker added are removed. */
export async function setAdmin(tx: Tx, admin: { id: string; password_hash: string }): Promise<void> {
  const { id, password_hash } = admin
  const noPhone = { phone: null, phone_confirmed_at: null, new_phone: null }
  await tx
    .updateTable('users')
    .set({ role: 'admin', password_hash, ...noPhone })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('identities').where('user_id', '=', id).where('provider', '<>', 'email').execute()
  await tx.deleteFrom('factors').where('user_id', '=', id).execute()
}
