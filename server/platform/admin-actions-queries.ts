import type { Db, Tx } from '../../db/tables.ts'
import type { AdminAction } from '../../shared/admin/constants.ts'

/** Who acts and when; the rows an action changes carry the same time. */
export interface Acting {
  admin_id: string
  now: Date
}

/** Writes down what an admin did to each target, in the transaction that did it. */
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

/** The newest actions of one kind on a target, newest first, with the display name and e-mail address of each admin. */
export function listActions(db: Db, action: AdminAction, target: string, limit: number) {
  return db
    .selectFrom('admin_actions')
    .innerJoin('users', 'users.id', 'admin_actions.admin_id')
    .select(['admin_id', 'users.email', 'users.user_metadata'])
    .select(['from_value', 'to_value', 'admin_actions.created_at'])
    .where('target', '=', target)
    .where('action', '=', action)
    .orderBy('action_number', 'desc')
    .limit(limit)
    .execute()
}
