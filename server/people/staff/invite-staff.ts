import { hash, randomBytes } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { rightMessages } from '../../../shared/accounts/right-messages.ts'
import { type Rights, readRights } from '../../../shared/accounts/rights.ts'
import { mailMessages } from '../../../shared/mail/messages.ts'
import { INVITATION_HOURS } from '../../../shared/staff/constants.ts'
import { invitationMail } from '../../../shared/staff/mail-messages.ts'
import type { AcceptInvitation } from '../../../shared/staff/schema.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { readContacts } from '../accounts/lookup-queries.ts'
import { lockAccountAndAdmins } from '../accounts/operator-queries.ts'
import { lockOwner, requireOwner } from '../accounts/require-owner.ts'
import { isSuspended } from '../accounts/suspend-user.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { prepareAdmin } from '../auth/passwords/as-operator.ts'
import type { PasswordDeps } from '../auth/passwords/passwords.ts'
import { recordedRights } from './change-staff.ts'
import { invitationError, staffError } from './errors.ts'
import { deleteInvitation, findInvitation, putInvitation, takeInvitation } from './queries.ts'

const INVITATION_SECONDS = INVITATION_HOURS * 3600
/** The length of the address in the journal. */
const MAX_TARGET = 40
const TOKEN_BYTES = 32

interface InvitingDeps {
  db: Db
  config: { siteUrl: string }
  messages: Pick<Messages, 'queueMail'>
}

interface Invited {
  email: string
  rights: Rights
}

/** Mails an address the link that makes its owner an admin; earlier links are void. Throws AppError 403, 409. */
export function inviteStaff({ db, config, messages }: InvitingDeps, by: Acting, { email, rights }: Invited) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return inTransaction(db, async (tx) => {
    const { account, admins } = await lockAccountAndAdmins(tx, { email })
    requireOwner(admins, by)
    if (account?.role === 'admin') throw staffError('already_staff')
    if (account && isSuspended(account, by.now)) throw staffError('account_suspended')
    const expires_at = secondsAfter(by.now, INVITATION_SECONDS)
    await putInvitation(tx, { email, rights, token_hash: hashOf(token), invited_by: by.admin_id, expires_at })
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
  const [token_hash, now] = [hashOf(token), deps.clock()]
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

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
