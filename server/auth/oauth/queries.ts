import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'

/** Writes down that a person was sent to a service. */
export async function insertOauthFlow(tx: Tx, flow: Insertable<Tables['oauth_flows']>): Promise<void> {
  await tx.insertInto('oauth_flows').values(flow).execute()
}

/** Uses a state up; of many at the same moment one finds it unused. */
export function takeOauthFlow(db: Db, stateHash: Buffer, now: Date) {
  return db
    .updateTable('oauth_flows')
    .set({ used_at: now })
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['provider', 'redirect_to', 'flow_id', 'linking_session_id', 'created_at'])
    .executeTakeFirst()
}

/** Why a state could not be used. */
export function readOauthFlowEnd(db: Db, stateHash: Buffer) {
  return db
    .selectFrom('oauth_flows')
    .select(['used_at', 'expires_at'])
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
}

/** Sign-ins of one person that come at the same moment wait for each other, also while there is no row to lock. */
export async function lockProviderIdentity(tx: Tx, provider: string, providerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${providerId}`}, 0))`.execute(tx)
}

/** Whose identity this is. */
export function findIdentity(tx: Tx, provider: string, providerId: string) {
  return tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['identities.identity_id', 'users.id as user_id', 'users.banned_until'])
    .where('identities.provider', '=', provider)
    .where('identities.provider_id', '=', providerId)
    .executeTakeFirst()
}

/** The account with this address, locked until the transaction ends. */
export function lockUserByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email_confirmed_at', 'banned_until'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** An account whose address its provider vouches for; undefined when the address is taken. */
export async function insertProviderUser(
  tx: Tx,
  user: { email: string; user_metadata: Record<string, unknown>; now: Date },
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('users')
    .values({
      email: user.email,
      role: 'buyer',
      user_metadata: JSON.stringify(user.user_metadata),
      email_confirmed_at: user.now,
      last_sign_in_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export interface IdentityRow {
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  now: Date
}

/** Adds a way to sign in to an account. */
export async function insertIdentity(tx: Tx, userId: string, identity: IdentityRow): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      user_id: userId,
      provider: identity.provider,
      provider_id: identity.provider_id,
      identity_data: JSON.stringify(identity.identity_data),
      last_sign_in_at: identity.now,
    })
    .execute()
}

/** Notes a sign-in, with what the provider says of the person by now. */
export async function recordProviderSignIn(
  tx: Tx,
  sign_in: { user_id: string; identity_id: string; identity_data: Record<string, unknown>; now: Date },
): Promise<void> {
  const { user_id, identity_id, identity_data, now } = sign_in
  await tx
    .updateTable('identities')
    .set({ identity_data: JSON.stringify(identity_data), last_sign_in_at: now, updated_at: now })
    .where('identity_id', '=', identity_id)
    .execute()
  await tx.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', user_id).execute()
}

/**
 * Takes an account away from whoever made it without showing that the address is theirs: no password, identity,
 * factor or session of theirs stays. Answers the ids of the sessions that ended.
 */
export async function takeOverUnconfirmed(tx: Tx, userId: string, now: Date): Promise<string[]> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, email_confirmed_at: now, phone: null, phone_confirmed_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('flow_states').where('user_id', '=', userId).execute()
  const ended = await tx.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()
  return ended.map(({ id }) => id)
}

/** The account of a session, locked with it until the transaction ends: neither can end meanwhile. */
export function lockAccountOfSession(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as user_id', 'users.email', 'users.is_anonymous', 'users.banned_until'])
    .where('sessions.id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** What a change of an account's identities is decided by, locked until the transaction ends. */
export function lockAccount(tx: Tx, userId: string) {
  return tx.selectFrom('users').select('email').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** Identities of an account, the oldest first. */
export function readIdentities(tx: Tx, userId: string) {
  return tx
    .selectFrom('identities')
    .select(['identity_id', 'provider', 'identity_data'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('identity_id')
    .execute()
}

/** Takes a way to sign in from its account. */
export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tx.deleteFrom('identities').where('identity_id', '=', identityId).execute()
}

/** Whether another account has this address. */
export async function isEmailTaken(tx: Tx, email: string, userId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', userId)
    .executeTakeFirst()
  return other !== undefined
}

/** Changes how an account is known, after its identities changed. */
export async function changeAccount(
  tx: Tx,
  userId: string,
  change: {
    email?: string | null
    email_confirmed_at?: Date | null
    password_hash?: null
    phone?: null
    phone_confirmed_at?: null
    is_anonymous?: false
  },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Keeps a service's tokens, sealed, until the sign-in is ended. */
export async function insertProviderTokens(tx: Tx, row: Insertable<Tables['provider_tokens']>): Promise<void> {
  await tx.insertInto('provider_tokens').values(row).execute()
}

/** Reads them for the last time. */
export async function takeProviderTokens(tx: Tx, flowId: string): Promise<Buffer | undefined> {
  const taken = await tx
    .deleteFrom('provider_tokens')
    .where('flow_id', '=', flowId)
    .returning('sealed_tokens')
    .executeTakeFirst()
  return taken?.sealed_tokens
}
