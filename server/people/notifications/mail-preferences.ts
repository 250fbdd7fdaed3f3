import type { Db } from '../../../db/tables.ts'
import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import { notificationErrors } from '../../../shared/notifications/errors.ts'
import type { ChangeMailPreferences, MailPreferences } from '../../../shared/notifications/schema.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/guards.ts'
import { listUnwanted, setPreferences } from './queries.ts'

const notificationError = errorsOf(notificationErrors)

type User = Pick<Caller, 'user_id' | 'role'>

/** Returns the mails of a user's role, and whether the user wants each. */
export async function readMailPreferences(db: Db, { user_id, role }: User): Promise<MailPreferences> {
  const unwanted = (await listUnwanted(db, [user_id])).get(user_id)
  return {
    preferences: MAIL_KINDS[role].map(({ kind, always }) => ({ kind, always, wanted: always || !unwanted?.has(kind) })),
  }
}

/** Changes a user's choice of mails and returns all. Throws AppError 400 for mails that the role cannot choose. */
export async function changeMailPreferences(db: Db, user: User, { preferences }: ChangeMailPreferences) {
  for (const { kind, wanted } of preferences) {
    const known = MAIL_KINDS[user.role].find((mail) => mail.kind === kind)
    if (!known) throw notificationError('mail_of_other_role', { field: 'preferences', kind })
    if (known.always && !wanted) throw notificationError('mail_always_sent', { field: 'preferences', kind })
  }
  // The last choice for each kind applies.
  const each = new Map(preferences.map(({ kind, wanted }) => [kind, { kind, wanted }]))
  await setPreferences(db, user.user_id, [...each.values()])
  return readMailPreferences(db, user)
}
