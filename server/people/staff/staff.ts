import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { rightMessages } from '../../../shared/accounts/right-messages.ts'
import { type Rights, readRights } from '../../../shared/accounts/rights.ts'
import { displayName } from '../../../shared/accounts/rules.ts'
import { mailMessages } from '../../../shared/mail/messages.ts'
import { INVITATION_HOURS } from '../../../shared/staff/constants.ts'
import { invitationErrors, staffErrors } from '../../../shared/staff/errors.ts'
import { invitationMail } from '../../../shared/staff/messages.ts'
import type { AcceptInvitation, ChangeRights, InviteStaff, Staff } from '../../../shared/staff/schema.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/guards.ts'
import { hashToken } from '../../platform/keys/secrets.ts'
import { type EndingAdmin, endAdmin, isOnlyOwner } from '../accounts/change-as-operator.ts'
import { readContacts } from '../accounts/lookup-queries.ts'
import { lockAccountAndAdmins } from '../accounts/operator-queries.ts'
import { updateUser } from '../accounts/queries.ts'
import { lockOwner, requireOwner } from '../accounts/require-owner.ts'
import { listAdmins, requiresSecondFactor, setSecondFactor } from '../accounts/staff-queries.ts'
import { isSuspended } from '../accounts/suspend-user.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { listFactorOwners } from '../auth/factors/queries.ts'
import { prepareAdmin } from '../auth/passwords/as-operator.ts'
import type { PasswordDeps } from '../auth/passwords/passwords.ts'
import { deleteInvitation, findInvitation, listInvitations, putInvitation, takeInvitation } from './queries.ts'

const staffError = errorsOf(staffErrors)
const invitationError = errorsOf(invitationErrors)

/** Returns rights as the journal has them. */
function recordedRights(rights: readonly string[] | null): string {
  return rights === null ? 'owner' : rights.join(' ')
}

/**
 * Gives an admin other rights; null makes an owner. Throws AppError 403, 404, and 409 for the last owner, and when the
 * rights were changed after `revision`.
 */
export function changeRights(db: Db, by: Acting, userId: string, { rights, revision }: ChangeRights): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { account, isLastOwner } = await lockStaff(tx, by, userId)
    const [from, to] = [account.admin_rights, rights].map(recordedRights) as [string, string]
    // Also when a request is repeated whose response was lost.
    if (from === to) return
    if (account.rights_revision !== revision) throw staffError('newer_revision')
    if (isLastOwner) throw staffError('last_owner')
    await updateUser(tx, userId, { admin_rights: rights && [...rights] })
    await insertActions(tx, by, 'change_rights', [{ target: userId, from, to }])
  })
}

/** Makes an admin a user again, signed out; returns the ids of the ended sessions. Throws AppError as above. */
export function endRights(deps: EndingAdmin & { db: Db }, by: Acting, userId: string): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    const { account, isLastOwner } = await lockStaff(tx, by, userId)
    if (isLastOwner) throw staffError('last_owner')
    const { ended } = await endAdmin(tx, deps, userId)
    const from = recordedRights(account.admin_rights)
    await insertActions(tx, by, 'end_rights', [{ target: userId, from, to: null }])
    return ended
  })
}

/** Locks all admins and returns one of them. Of two owners who demote each other at once only one succeeds. */
async function lockStaff(tx: Tx, by: Acting, userId: string) {
  const { account, admins } = await lockAccountAndAdmins(tx, { id: userId })
  requireOwner(admins, by)
  if (account?.role !== 'admin') throw staffError('not_staff')
  return { account, isLastOwner: isOnlyOwner(account, admins, by.now) }
}

/** Throws an Error when admins must have a second factor and none can: every one of them would be locked out. */
export async function requireAuthenticators(db: Db, { mfa }: Pick<Config, 'mfa'>): Promise<void> {
  if (mfa.totp || !(await requiresSecondFactor(db))) return
  throw new Error(
    'AUTH_MFA_TOTP=off, but an owner requires a second factor of all admins. Start with AUTH_MFA_TOTP=on, and end that under "Staff" first.',
  )
}

interface SecondFactorDeps {
  db: Db
  config: Pick<Config, 'mfa'>
}

/** Requires a second factor of all admins, or no longer. Throws AppError 403, and 409 before the caller has used one. */
export async function requireSecondFactor(
  { db, config }: SecondFactorDeps,
  by: Acting & Pick<Caller, 'aal'>,
  isRequired: boolean,
): Promise<void> {
  if (isRequired && !config.mfa.totp) throw staffError('no_authenticators')
  if (isRequired && by.aal !== 'aal2') throw staffError('own_second_factor_first')
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, by)
    if (!(await setSecondFactor(tx, isRequired))) return
    const [from, to] = isRequired ? ['optional', 'required'] : ['required', 'optional']
    await insertActions(tx, by, 'admin_second_factor', [{ target: by.admin_id, from, to }])
  })
}

const INVITATION_SECONDS = INVITATION_HOURS * 3600
/** The length of the address in the journal. */
const MAX_TARGET = 40
const TOKEN_BYTES = 32

interface InvitingDeps {
  db: Db
  config: { siteUrl: string }
  messages: Pick<Messages, 'queueMail'>
}

/** Mails an address the link that makes its owner an admin; earlier links are void. Throws AppError 403, 409. */
export function inviteStaff({ db, config, messages }: InvitingDeps, by: Acting, { email, rights }: InviteStaff) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return inTransaction(db, async (tx) => {
    const { account, admins } = await lockAccountAndAdmins(tx, { email })
    requireOwner(admins, by)
    if (account?.role === 'admin') throw staffError('already_staff')
    if (account && isSuspended(account, by.now)) throw staffError('account_suspended')
    const expires_at = secondsAfter(by.now, INVITATION_SECONDS)
    await putInvitation(tx, { email, rights, token_hash: hashToken(token), invited_by: by.admin_id, expires_at })
    const name = (await readContacts(tx, [by.admin_id])).get(by.admin_id)?.name ?? ''
    const data = () => ({
      subject: invitationMail.subject(),
      lead: invitationMail.lead({ name }),
      facts: [{ title: invitationMail.rights, lines: linesOf(rights) }],
      note: invitationMail.note,
      button: { text: invitationMail.button, link: `${config.siteUrl}/invitation#${token}` },
      otherwise: mailMessages.ignore,
    })
    await messages.queueMail(tx, { template: 'invitation', to: email, data, lifeSeconds: INVITATION_SECONDS })
    await insertActions(tx, by, 'invite_staff', [
      { target: email.slice(0, MAX_TARGET), from: null, to: recordedRights(rights) },
    ])
  })
}

function linesOf(rights: Rights): string[] {
  return rights === null ? [invitationMail.owner] : rights.map((right) => rightMessages.rights[right])
}

/** Withdraws an invitation. Throws AppError 403, 404. */
export function cancelInvitation(db: Db, by: Acting, invitationId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, by)
    const cancelled = await deleteInvitation(tx, invitationId)
    if (!cancelled) throw staffError('invitation_not_found')
    const { email, admin_rights } = cancelled
    await insertActions(tx, by, 'cancel_invitation', [
      { target: email.slice(0, MAX_TARGET), from: recordedRights(admin_rights), to: null },
    ])
  })
}

/** Makes the owner of an invited address an admin, and returns the account. Throws AppError 4xx. */
export async function acceptInvitation(deps: PasswordDeps, { token, display_name, password }: AcceptInvitation) {
  const { db, passwords } = deps
  const [token_hash, now] = [hashToken(token), deps.clock()]
  const invitation = await findInvitation(db, token_hash, now)
  if (!invitation) throw invitationError('invitation_void')
  if (passwords.faults(password)) throw invitationError('weak_password')
  const { email } = invitation
  const rights = readRights(invitation.admin_rights)
  const make = await prepareAdmin({ ...deps, now }, { email, password, display_name, rights })
  return inTransaction(db, async (tx) => {
    const { account } = await lockAccountAndAdmins(tx, { email })
    if (!(await takeInvitation(tx, token_hash, now))) throw invitationError('invitation_void')
    if (account?.role === 'admin') throw invitationError('already_admin')
    if (account && isSuspended(account, now)) throw invitationError('account_suspended')
    const { user_id } = await make(tx)
    await insertActions(tx, { admin_id: user_id, now }, 'accept_invitation', [
      { target: user_id, from: null, to: recordedRights(rights) },
    ])
    return { user_id, email }
  })
}

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
      revision: admin.rights_revision,
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
      // Also void once the inviting owner is no longer one.
      is_expired: expires_at <= now || !is_supported,
    })),
    second_factor: { is_required: isRequired || config.adminSecondFactor, by_environment: config.adminSecondFactor },
  }
}

function shown(stored: string[] | null) {
  const rights = readRights(stored)
  return rights && [...rights]
}
