import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Rights } from '../../../shared/accounts/rights.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { isActiveOwner } from '../accounts/staff-queries.ts'

interface NewInvitation {
  email: string
  rights: Rights
  token_hash: Buffer
  invited_by: string
  expires_at: Date
}

/** Adds an invitation; an earlier one of the address is void from then on. */
export async function putInvitation(tx: Tx, { email, rights, ...invited }: NewInvitation): Promise<void> {
  const values = { ...invited, admin_rights: rights && [...rights] }
  await tx
    .insertInto('staff_invitations')
    .values({ email, ...values })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...values, invitation_id: sql<string>`gen_random_uuid()` }),
    )
    .execute()
}

export function listInvitations(db: Db) {
  return db
    .selectFrom('staff_invitations')
    .select(['invitation_id', 'email', 'admin_rights', 'invited_by', 'expires_at'])
    .select(isActiveOwner(sql`invited_by`).as('is_supported'))
    .orderBy('email')
    .execute()
}

/** Deletes an invitation and returns it; undefined when there is none. */
export function deleteInvitation(tx: Tx, invitationId: string) {
  return tx
    .deleteFrom('staff_invitations')
    .where('invitation_id', '=', invitationId)
    .returning(['email', 'admin_rights'])
    .executeTakeFirst()
}

/** Returns the invitation of a token while it can be accepted. */
export function findInvitation(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('staff_invitations')
    .select(['email', 'admin_rights'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where(isActiveOwner(sql`invited_by`))
    .executeTakeFirst()
}

/** Uses an invitation up, once; returns false when it can no longer be accepted. */
export async function takeInvitation(tx: Tx, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where(isActiveOwner(sql`invited_by`))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteOldInvitations = deletionOf(sql`staff_invitations`, sql`email`, sql`expires_at`)
