import { type Selectable, sql } from 'kysely'
import { lockUntilEnd } from '../../../db/advisory-locks.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'

/** Providers of organizations, which manage the identities of their members. */
export const SSO_PROVIDER_PREFIX = 'sso:'

/** Returns the identities of an account, oldest first. */
export function readIdentities(db: Db | Tx, userId: string): Promise<Selectable<Tables['identities']>[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('identity_id')
    .execute()
}

/** Makes sign-ins by one provider identity wait for each other until the transaction ends, even before it has a row. */
export async function lockProviderIdentity(tx: Tx, provider: string, providerId: string): Promise<void> {
  // guard: provider-identity-lock
  await lockUntilEnd(tx, `${provider} ${providerId}`)
}

/** Locks and returns the identity that a provider knows by this id, with its account and the end of that account's ban. */
export function findIdentity(tx: Tx, provider: string, providerId: string) {
  return tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['identities.identity_id', 'users.id as user_id', 'users.banned_until'])
    .where('identities.provider', '=', provider)
    .where('identities.provider_id', '=', providerId)
    .forUpdate('identities')
    .executeTakeFirst()
}

/** Returns whether an organization manages one of the account's identities. */
export function hasSsoIdentity(db: Db | Tx, userId: string): Promise<boolean> {
  const identities = db.selectFrom('identities').where('user_id', '=', userId)
  return isAny(identities.where('provider', 'like', `${SSO_PROVIDER_PREFIX}%`))
}

export interface NewIdentity {
  provider: string
  /** The provider's own id of the user; the account's id for an email address or phone. */
  provider_id: string
  identity_data: Record<string, unknown>
  last_sign_in_at: Date | null
}

export async function insertIdentity(tx: Tx, userId: string, identity: NewIdentity): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ user_id: userId, ...identity, identity_data: JSON.stringify(identity.identity_data) })
    .execute()
}

/** Adds the identity of an account's email address or phone, or merges the data into the one it has. */
export async function upsertAddressIdentity(
  tx: Tx,
  userId: string,
  { provider, data, now }: { provider: 'email' | 'phone'; data: object; now: Date },
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      user_id: userId,
      provider,
      provider_id: userId,
      identity_data: JSON.stringify({ email_verified: false, phone_verified: false, ...data }),
      last_sign_in_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql`identities.identity_data || ${JSON.stringify(data)}::jsonb`,
        updated_at: now,
      }),
    )
    .execute()
}

/** Merges data into the identity of an account's email address or phone and records a sign-in by it. */
export async function mergeAddressIdentity(
  tx: Tx,
  userId: string,
  { provider, data, now }: { provider: 'email' | 'phone'; data: object; now: Date },
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`, last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute()
}

/** Records a sign-in by a provider's identity, with its current data. */
export async function updateIdentity(
  tx: Tx,
  identity: { identity_id: string; identity_data: Record<string, unknown>; now: Date },
): Promise<void> {
  const { identity_id, identity_data, now } = identity
  await tx
    .updateTable('identities')
    .set({ identity_data: JSON.stringify(identity_data), last_sign_in_at: now, updated_at: now })
    .where('identity_id', '=', identity_id)
    .execute()
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tx.deleteFrom('identities').where('identity_id', '=', identityId).execute()
}

export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
}
