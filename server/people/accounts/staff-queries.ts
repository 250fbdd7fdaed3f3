import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'

/** Returns all admins: owners first, then by name. */
export function listAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'role',
      'admin_rights',
      'rights_revision',
      'user_metadata',
      'banned_until',
      'last_sign_in_at',
    ])
    .where('role', '=', 'admin')
    .orderBy(sql`admin_rights is not null`)
    .orderBy(sql`account_name(email, user_metadata)`)
    .orderBy('id')
    .execute()
}

/** Returns SQL for whether an account is an owner who is not suspended, for a query that has its id. */
export function isActiveOwner(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where id = ${userId} and role = 'admin' and admin_rights is null
    and (banned_until is null or banned_until <= now()))`
}

/** Returns whether a setting requires a second factor of admins. */
export function requiresSecondFactor(db: Db): Promise<boolean> {
  return isAny(db.selectFrom('settings').where('admin_second_factor', '=', true))
}

/** Returns false when the setting was the same. */
export async function setSecondFactor(tx: Tx, isRequired: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ admin_second_factor: isRequired })
    .where('admin_second_factor', '<>', isRequired)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
