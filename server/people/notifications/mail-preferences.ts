import type { Db } from '../../../db/tables.ts'
import { MAIL_KINDS, type MailKind } from '../../../shared/notifications/constants.ts'
import { notificationRefusals } from '../../../shared/notifications/messages.ts'
import type { ChangeMailPreferences, MailPreferences } from '../../../shared/notifications/schema.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/guards.ts'
import { listUnwanted, setPreferences } from './queries.ts'

const field = (kind: MailKind) => ({ details: { field: 'preferences', kind } })

const mailAlwaysSent = (kind: MailKind) =>
  new AppError(400, 'mail_always_sent', notificationRefusals.mail_always_sent, field(kind))

const mailOfOtherRole = (kind: MailKind) =>
  new AppError(400, 'mail_of_other_role', notificationRefusals.mail_of_other_role, field(kind))

type User = Pick<Caller, 'user_id' | 'role'>

/** Returns which of the mails that a user's role gets the user wants. */
export async function readMailPreferences(db: Db, { user_id, role }: User): Promise<MailPreferences> {
  const unwanted = (await listUnwanted(db, [user_id])).get(user_id)
  return {
    preferences: MAIL_KINDS[role].map(({ kind, always }) => ({ kind, always, wanted: always || !unwanted?.has(kind) })),
  }
}

/** Sets which mails a user wants and returns all. Throws AppError 400 for mails that the role cannot choose. */
export async function changeMailPreferences(
  db: Db,
  user: User,
  { preferences }: ChangeMailPreferences,
): Promise<MailPreferences> {
  for (const { kind, wanted } of preferences) {
    const known = MAIL_KINDS[user.role].find((mail) => mail.kind === kind)
    if (!known) throw mailOfOtherRole(kind)
    if (known.always && !wanted) throw mailAlwaysSent(kind)
  }
  // The last choice for each kind applies.
  const each = new Map(preferences.map(({ kind, wanted }) => [kind, { kind, wanted }]))
  await setPreferences(db, user.user_id, [...each.values()])
  return readMailPreferences(db, user)
}
