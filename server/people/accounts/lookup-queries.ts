import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/accounts/constants.ts'
import type { AdminRight } from '../../../shared/accounts/rights.ts'
import { displayName } from '../../../shared/accounts/rules.ts'
import { LANGUAGE_CODES, type LanguageCode } from '../../../shared/kernel/languages.ts'

/** Returns the display names and email addresses of accounts, by id. */
export async function readContacts(db: Db | Tx, userIds: readonly string[]) {
  if (!userIds.length) return new Map()
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'user_metadata'])
    .where('id', 'in', userIds)
    .execute()
  return new Map(
    accounts.map(({ id, email, user_metadata }) => [
      id,
      { name: displayName({ display_name: user_metadata.display_name, email }), email },
    ]),
  )
}

/** Returns the display names of accounts by id, except names that are email addresses. */
export async function readDisplayNames(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (!userIds.length) return new Map()
  const accounts = await db
    .selectFrom('users')
    .select(['id', sql<unknown>`user_metadata -> 'display_name'`.as('display_name')])
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()
  const named = accounts.map(({ id, display_name }) => [id, displayName({ display_name, email: '' })] as const)
  return new Map(named.filter(([, name]) => name !== displayName({}) && !name.includes('@')))
}

const IS_ACTIVE = sql<boolean>`(banned_until is null or banned_until <= now())`

/** Returns the email addresses of accounts that have one and are not suspended, by id. */
export async function readActiveEmails(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  const accounts = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where(IS_ACTIVE)
    .execute()
  return new Map(accounts.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])))
}

/** Returns the ids of the admins who have a right and are not suspended. */
export async function listActiveAdmins(db: Db | Tx, right: AdminRight): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where(sql<boolean>`(admin_rights is null or ${right} = any(admin_rights))`)
    .where(IS_ACTIVE)
    .orderBy('id')
    .execute()
  return admins.map(({ id }) => id)
}

export const suspendedAccounts = sql`select id from users where banned_until > now()`

/** Returns the ids of the suspended accounts among these. */
export async function listSuspended(db: Db | Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${suspendedAccounts}) suspended where id = any(${[...userIds]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns an account, undefined when it does not exist or is suspended. */
export function findActiveAccount(db: Db, userId: string): Promise<{ user_id: string; role: Role } | undefined> {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'role'])
    .where('id', '=', userId)
    .where(IS_ACTIVE)
    .executeTakeFirst()
}

/** Returns the languages that accounts have chosen, by email address. */
export async function readLanguages(tx: Tx, emails: readonly string[]): Promise<Map<string, LanguageCode>> {
  const accounts = await tx
    .selectFrom('users')
    .select(['email', sql<unknown>`user_metadata -> 'language'`.as('language')])
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .execute()
  const chosen = accounts.flatMap(({ email, language }) => {
    const known = LANGUAGE_CODES.find((code) => code === language)
    return email && known ? [[email, known] as const] : []
  })
  return new Map(chosen)
}
