import type { Db } from '../../../db/tables.ts'
import { readRights } from '../../../shared/accounts/rights.ts'
import { displayName } from '../../../shared/accounts/rules.ts'
import type { Staff } from '../../../shared/staff/schema.ts'
import type { Config } from '../../platform/config/config.ts'
import { readContacts } from '../accounts/lookup-queries.ts'
import { listAdmins, requiresSecondFactor } from '../accounts/staff-queries.ts'
import { isSuspended } from '../accounts/suspend-user.ts'
import { listFactorOwners } from '../auth/factors/queries.ts'
import { listInvitations } from './queries.ts'

/** Returns all admins with their rights, and the invitations that were not accepted. */
export async function listStaff(db: Db, config: Pick<Config, 'adminSecondFactor'>, now: Date): Promise<Staff> {
  const [admins, invitations, isRequired] = await Promise.all([
    listAdmins(db),
    listInvitations(db),
    requiresSecondFactor(db),
  ])
  const [secured, owners] = await Promise.all([
    listFactorOwners(
      db,
      admins.map(({ id }) => id),
    ),
    readContacts(
      db,
      invitations.map(({ invited_by }) => invited_by),
    ),
  ])
  return {
    members: admins.map(({ id, email, user_metadata, ...admin }) => ({
      user_id: id,
      name: displayName({ display_name: user_metadata.display_name, email }),
      email,
      rights: shown(admin.admin_rights),
      state: isSuspended(admin, now) ? 'suspended' : 'active',
      has_second_factor: secured.has(id),
      last_sign_in_at: admin.last_sign_in_at?.toISOString() ?? null,
    })),
    invitations: invitations.map(({ invitation_id, email, admin_rights, invited_by, expires_at, is_supported }) => ({
      invitation_id,
      email,
      rights: shown(admin_rights),
      invited_by: owners.get(invited_by)?.name ?? '',
      expires_at: expires_at.toISOString(),
      // Void, too, once its owner is one no longer.
      is_expired: expires_at <= now || !is_supported,
    })),
    second_factor: { is_required: isRequired || config.adminSecondFactor, by_environment: config.adminSecondFactor },
  }
}

function shown(stored: string[] | null) {
  const rights = readRights(stored)
  return rights && [...rights]
}
