import { verify } from '@node-rs/argon2'
import type { Db } from '../tables.ts'
import { allDemoAccounts, DEMO_PASSWORD } from './accounts.ts'

/** A demo account as it is in a database. */
export interface PresentAccount {
  id: string
  email: string | null
}

/** Returns the demo accounts, of those with the ids, that still have the password which everyone knows. */
export async function accountsWithPublishedPassword(
  db: Db,
  ids: readonly string[] = allDemoAccounts.map(({ user_id }) => user_id),
): Promise<PresentAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', 'in', ids)
    .where('password_hash', 'is not', null)
    .orderBy('email')
    .execute()
  const isPublished = await Promise.all(rows.map(({ password_hash }) => verify(password_hash ?? '', DEMO_PASSWORD)))
  return rows.filter((_, index) => isPublished[index]).map(({ id, email }) => ({ id, email }))
}
