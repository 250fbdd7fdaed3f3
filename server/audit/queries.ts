import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminAction, Db, Tx } from '../../db/tables.ts'

/** The admin of an action and its time, which the changed rows get as well. */
export interface Acting {
  admin_id: string
  now: Date
}

/** Records an admin's action on each target, in the transaction of the action. */
export async function insertActions(
  tx: Tx,
  { admin_id, now }: Acting,
  action: AdminAction,
  changes: { target: string; from: string | null; to: string | null }[],
): Promise<void> {
  if (!changes.length) return
  await tx
    .insertInto('admin_actions')
    .values(
      changes.map(({ target, from, to }) => ({
        admin_id,
        action,
        target,
        from_value: from,
        to_value: to,
        created_at: now,
      })),
    )
    .execute()
}

/** Returns the SQL condition that an admin performed an action on a target at a time. */
export function wasActedOn({
  action,
  admin_id,
  target,
  at,
}: {
  action: AdminAction
  admin_id: string
  target: Expression<string>
  at: Expression<Date>
}): Expression<SqlBool> {
  return sql`exists (
    select from admin_actions
    where admin_actions.target = ${target} and action = ${action} and admin_id = ${admin_id}
      and admin_actions.created_at = ${at}
  )`
}

/** Returns the newest actions of one kind on a target, newest first. */
export function listActions(db: Db, action: AdminAction, target: string, limit: number) {
  return db
    .selectFrom('admin_actions')
    .select(['admin_id', 'from_value', 'to_value', 'created_at'])
    .where('target', '=', target)
    .where('action', '=', action)
    .orderBy('action_number', 'desc')
    .limit(limit)
    .execute()
}
