import type { Tx } from '../../../db/tables.ts'
import { rightErrors } from '../../../shared/accounts/right-messages.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import type { Acting } from '../audit/queries.ts'
import { type LockedAccount, lockAccountAndAdmins } from './operator-queries.ts'
import { isOwner } from './queries.ts'
import { isSuspended } from './suspend-user.ts'

const rightError = errorsOf(rightErrors)

/** Throws AppError 403 unless the one who acts is still an owner; the admins must be locked. */
export function requireOwner(admins: LockedAccount[], { admin_id, now }: Acting): void {
  const self = admins.find(({ id }) => id === admin_id)
  if (!self || !isOwner(self) || isSuspended(self, now)) throw rightError('owners_only')
}

/** Locks the admins and throws as `requireOwner`, so that one whose rights end at the same time changes nothing more. */
export async function lockOwner(tx: Tx, by: Acting): Promise<void> {
  requireOwner((await lockAccountAndAdmins(tx, { id: by.admin_id })).admins, by)
}
