import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

const ACCOUNT = [
  'id',
  'email',
  'phone',
  'new_email',
  'new_phone',
  'email_confirmed_at',
  'phone_confirmed_at',
  'email_change_accepted',
  'is_anonymous',
  'banned_until',
  'user_metadata',
] as const

/** Where a change that was asked for stands, and since when. */
const CHANGES = {
  email: ['new_email', 'email_change_sent_at'],
  phone: ['new_phone', 'phone_change_sent_at'],
} as const

export type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** What codes are sent to and what they change, of the account known by an address. */
export function findAccount(db: Db | Tx, by: { email: string } | { phone: string }) {
  const query = db.selectFrom('users').select(ACCOUNT)
  return ('email' in by ? query.where('email', '=', by.email) : query.where('phone', '=', by.phone)).executeTakeFirst()
}

/**
 * The account that waits for a change of its e-mail address or phone and has this address, or is to get it: the one that
 * has it comes before those that only asked for it, of whom it is the last.
 */
export function findChangingAccount(
  db: Db | Tx,
  changing: 'email' | 'phone',
  by: { email: string } | { phone: string },
) {
  const [present, address] = 'email' in by ? (['email', by.email] as const) : (['phone', by.phone] as const)
  const [asked, sentAt] = CHANGES[changing]
  return db
    .selectFrom('users')
    .select(ACCOUNT)
    .where(asked, 'is not', null)
    .where(({ or, eb }) => or([eb(present, '=', address), ...(present === changing ? [eb(asked, '=', address)] : [])]))
    .orderBy((row) => row.fn.coalesce(row.eb(present, '=', address), row.lit(false)), 'desc')
    .orderBy(sentAt, (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

/** An account, as codes and links need it. */
export function readAccount(db: Db | Tx, id: string) {
  return db.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()
}

/** Locks the account's row until the transaction ends. */
export function lockAccount(tx: Tx, id: string) {
  return tx.selectFrom('users').select(ACCOUNT).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Who has a code for one of the purposes that was sent to this address; the newest few. */
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

type SentAt =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'phone_change_sent_at'
  | 'reauthentication_sent_at'

/** Notes that a code went out. */
export async function noteSent(tx: Tx, userId: string, what: SentAt, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [what]: now })
    .where('id', '=', userId)
    .execute()
}

/** Notes what an address is asked to be changed to; any earlier confirmation of a change is void. */
export async function askForChange(
  tx: Tx,
  userId: string,
  change: { new_email: string } | { new_phone: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set('new_email' in change ? { ...change, email_change_accepted: null } : change)
    .where('id', '=', userId)
    .execute()
}

/** Forgets what the addresses are asked to be changed to: codes and links for it lead to nothing. */
export async function forgetChange(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ new_email: null, email_change_accepted: null, new_phone: null })
    .where('id', '=', userId)
    .execute()
}

/** Notes which address agreed to the change. */
export async function acceptEmailChange(tx: Tx, userId: string, accepted: 'current' | 'new'): Promise<void> {
  await tx.updateTable('users').set({ email_change_accepted: accepted }).where('id', '=', userId).execute()
}

/** The person has shown that the address is theirs. */
export async function confirmEmail(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .execute()
  await setIdentityData(tx, userId, 'email', { email_verified: true }, now)
}

/** Marks a phone as confirmed, unless it is already. */
export async function confirmPhone(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone_confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('phone_confirmed_at', 'is', null)
    .execute()
  await setIdentityData(tx, userId, 'phone', { phone_verified: true }, now)
}

/** Whether the address is another account's. */
export async function isTaken(
  db: Db | Tx,
  by: { email: string } | { phone: string },
  userId: string,
): Promise<boolean> {
  const found = await findAccount(db, by)
  return found !== undefined && found.id !== userId
}

/** Puts the confirmed new address in place of the old one and keeps its identity in step. */
export async function changeEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email,
      new_email: null,
      email_change_accepted: null,
      email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, ${now}::timestamptz)`,
      is_anonymous: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await upsertIdentity(tx, userId, 'email', { sub: userId, email, email_verified: true }, now)
}

/** Gives an account a phone that was just confirmed. */
export async function changePhone(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, new_phone: null, phone_confirmed_at: now, is_anonymous: false, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await upsertIdentity(tx, userId, 'phone', { sub: userId, phone, phone_verified: true }, now)
}

/** Notes a sign-in by a code or link. */
export async function recordCodeSignIn(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', userId).execute()
}

async function setIdentityData(tx: Tx, userId: string, provider: string, data: object, now: Date): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`, last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute()
}

async function upsertIdentity(tx: Tx, userId: string, provider: string, data: object, now: Date): Promise<void> {
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
