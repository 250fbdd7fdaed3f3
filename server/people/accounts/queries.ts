import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import type { Rights } from '../../../shared/accounts/rights.ts'
import { isAny } from '../../platform/data/count-queries.ts'
import { type Address, kindOf, textOf } from './addresses.ts'

/** The columns that sign-in and the user object both read. */
const SHARED = [
  ...(['id', 'role', 'admin_rights', 'user_metadata', 'is_anonymous', 'banned_until'] as const),
  ...(['email', 'email_confirmed_at', 'email_verified_at', 'new_email'] as const),
  ...(['phone', 'phone_confirmed_at', 'phone_verified_at', 'new_phone'] as const),
] as const
/** An admin must have a second factor by a setting; the subquery runs for admins alone. */
const NEEDS_SECOND_FACTOR = sql<boolean>`users.role = 'admin' and (select admin_second_factor from settings)`
const ACCOUNT = [...SHARED, 'email_change_accepted', 'password_hash'] as const

export type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>

export function isOwner({ role, admin_rights }: Pick<Account, 'role' | 'admin_rights'>): boolean {
  return role === 'admin' && admin_rights === null
}

/** Returns an account, undefined when it does not exist. */
export function readAccount(db: Db | Tx, userId: string) {
  return db.selectFrom('users').select(ACCOUNT).where('id', '=', userId).executeTakeFirst()
}

export function hasAccounts(db: Db): Promise<boolean> {
  return isAny(db.selectFrom('users'))
}

/** Returns whether an account has the admin role. */
export function hasAdminAccount(db: Db): Promise<boolean> {
  return isAny(db.selectFrom('users').where('role', '=', 'admin'))
}

/** Returns whether the marketplace never had an admin, so that the setup link makes one. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  const isUnused = await isAny(db.selectFrom('settings').where('setup_done_at', 'is', null))
  return isUnused && !(await hasAdminAccount(db))
}

/** Voids the setup link for good, for the transaction that makes an admin; returns false when an earlier one has. */
export async function closeSetup(tx: Tx): Promise<boolean> {
  const closed = await tx
    .updateTable('settings')
    .set((settings) => ({ setup_done_at: sql<Date>`now()`, revision: settings('revision', '+', 1) }))
    .where('setup_done_at', 'is', null) // guard: unused-setup
    .returning('only_row')
    .executeTakeFirst()
  return closed !== undefined
}

/** Locks an account until the transaction ends and returns it. */
export function lockAccount(tx: Tx, userId: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .select(ACCOUNT)
    .where('id', '=', userId)
    .forNoKeyUpdate() // guard: account-lock
    .executeTakeFirst()
}

/** Returns the account that has an address. */
export function findAccount(db: Db | Tx, address: Address): Promise<Account | undefined> {
  return accountsWith(db, address).executeTakeFirst()
}

/** Returns the id of the account that has an address, unless the address is confirmed. */
export async function findUnconfirmed(db: Db | Tx, address: Address): Promise<string | undefined> {
  const account = await findAccount(db, address)
  return account?.[`${kindOf(address)}_confirmed_at`] ? undefined : account?.id
}

/** Locks the account that has an address until the transaction ends and returns it. */
export function lockAccountWith(tx: Tx, address: Address): Promise<Account | undefined> {
  return accountsWith(tx, address).forNoKeyUpdate().executeTakeFirst()
}

function accountsWith(db: Db | Tx, address: Address) {
  return db.selectFrom('users').select(ACCOUNT).where(kindOf(address), '=', textOf(address))
}

/** Returns a query for the columns of the user object, without identities; the caller adds its own columns. */
export function selectUser(db: Db | Tx, userId: string) {
  return db
    .selectFrom('users')
    .select(SHARED)
    .select(['confirmation_sent_at', 'recovery_sent_at', 'reauthentication_sent_at'])
    .select(['email_change_sent_at', 'phone_change_sent_at', 'last_sign_in_at', 'created_at', 'updated_at'])
    .select(NEEDS_SECOND_FACTOR.as('needs_second_factor'))
    .where('id', '=', userId)
}

/** Returns a query for an account's current rights; the caller joins its own tables to `users.id`. */
export function selectRights(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['users.role', 'users.admin_rights', 'users.banned_until', 'users.is_anonymous'])
    .select(NEEDS_SECOND_FACTOR.as('needs_second_factor'))
    .where('users.id', '=', userId)
}

/** Returns SQL for the end of an account's ban, null without one, for a query that has the account's id. */
export function bannedUntil(userId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select users.banned_until from users where users.id = ${userId})`
}

export interface NewAccount {
  /** At most one of the two; a guest has none. */
  email?: string
  phone?: string
  role: Role
  /** The rights of a new admin; null or absent for an owner. */
  admin_rights?: Rights
  user_metadata: Record<string, unknown>
  /** Absent: the account has no password. */
  password_hash?: string
  /** Absent: the address still has to be confirmed. */
  confirmed_at?: Date
  /** Absent: the address is not verified. */
  verified_at?: Date
  /** Absent: the account does not sign in yet. */
  last_sign_in_at?: Date
}

/** Creates an account and returns its id, undefined when its address is taken. */
export async function insertUser(tx: Tx, account: NewAccount): Promise<string | undefined> {
  const { email, phone, confirmed_at = null, verified_at = null } = account
  // guard: free-address
  const inserted = await tx
    .insertInto('users')
    .values({
      email: email ?? null,
      phone: phone ?? null,
      is_anonymous: !email && !phone,
      password_hash: account.password_hash ?? null,
      role: account.role,
      admin_rights: account.admin_rights && [...account.admin_rights],
      user_metadata: JSON.stringify(account.user_metadata),
      email_confirmed_at: email ? confirmed_at : null,
      email_verified_at: email ? verified_at : null,
      phone_confirmed_at: phone ? confirmed_at : null,
      phone_verified_at: phone ? verified_at : null,
      last_sign_in_at: account.last_sign_in_at ?? null,
    })
    .onConflict((conflict) => conflict.doNothing()) // guard: unique-address
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Changes an account; undefined columns stay. Rights, even the same ones, raise their revision. */
export async function updateUser(tx: Tx, userId: string, change: UpdateObject<Tables, 'users'>): Promise<void> {
  const rights = 'admin_rights' in change && { rights_revision: sql<number>`rights_revision + 1` }
  await tx
    .updateTable('users')
    .set({ ...change, ...rights, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Columns of an account without a phone. */
export const NO_PHONE = { phone: null, phone_confirmed_at: null, phone_verified_at: null, new_phone: null } as const
/** Columns of an account that requests no change of address: codes and links of earlier requests no longer work. */
export const NO_CHANGE = { new_email: null, email_change_accepted: null, new_phone: null } as const

/** Records a sign-in by password; returns false when the password has changed since it was checked. */
export async function recordPasswordSignIn(tx: Tx, user: { id: string; password_hash: string; now: Date }) {
  const updated = await tx
    .updateTable('users')
    .set({ last_sign_in_at: user.now })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
