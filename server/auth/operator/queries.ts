import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { Role } from '../../../shared/account/constants.ts'

export interface OperatedAccount {
  id: string
  role: Role
  banned_until: Date | null
}

/**
 * Locks the account with this (normalised) address together with all admins: who is the last one holds until the
 * transaction ends.
 */
export async function lockAccountAndAdmins(
  tx: Tx,
  email: string,
): Promise<{ account: OperatedAccount | undefined; admins: OperatedAccount[] }> {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'banned_until'])
    .where(({ or, eb }) => or([eb('role', '=', 'admin'), eb('email', '=', email)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return {
    account: locked.find((account) => account.email === email),
    admins: locked.filter(({ role }) => role === 'admin'),
  }
}

/** Gives an account a role; it holds from the next request on. */
export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role, updated_at: sql<Date>`now()` }).where('id', '=', userId).execute()
}

/** Whether products, deleted ones included, are this account's. */
export async function hasProducts(tx: Tx, userId: string): Promise<boolean> {
  const product = await tx
    .selectFrom('products')
    .select('product_number')
    .where('seller_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return product !== undefined
}
