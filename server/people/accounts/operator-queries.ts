import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { RowsOf } from './links.ts'

export type LockedAccount = Awaited<ReturnType<typeof lockAccountAndAdmins>>['admins'][number]

/** Locks an account and all admins, and returns them, so that no concurrent change removes the last owner. */
export async function lockAccountAndAdmins(tx: Tx, wanted: { email: string } | { id: string }) {
  const [column, value] = 'id' in wanted ? (['id', wanted.id] as const) : (['email', wanted.email] as const)
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'admin_rights', 'rights_revision', 'banned_until'])
    .where(({ or, eb }) => or([eb('role', '=', 'admin'), eb(column, '=', value)]))
    .orderBy('id')
    .forNoKeyUpdate() // guard: admins-lock
    .execute()
  return {
    account: locked.find((account) => account[column] === value),
    admins: locked.filter(({ role }) => role === 'admin'),
  }
}

/** Returns whether a module has rows of an account. */
export async function hasRows(tx: Tx, rowsOf: RowsOf, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${rowsOf(sql`${userId}::uuid`)} as found`.execute(tx)
  return rows[0]?.found === true
}
