import type { Db } from '../../../db/tables.ts'
import { MAIL_KINDS } from '../../../shared/notifications/constants.ts'
import { notificationErrors } from '../../../shared/notifications/errors.ts'
import {
  type ChangeMailPreferences,
  changeMailPreferencesSchema,
  type MailPreferences,
  mailPreferencesSchema,
  notificationsQuerySchema,
  notificationsSchema,
  readNotificationsSchema,
  unreadSchema,
} from '../../../shared/notifications/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { type Caller, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { countUnread, listNotifications, listUnwanted, markRead, setPreferences } from './queries.ts'

export const notificationsSignedInRoutes = routesFor('signed-in', (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/notifications',
    respondsWith(notificationsSchema, {
      summary: "A page of the caller's notifications, newest first, and how many are unread",
      querystring: notificationsQuerySchema,
    }),
    (request) => listNotifications(db, callerOf(request).user_id, request.query.after),
  )

  app.post(
    '/api/notifications/read',
    respondsWith(unreadSchema, {
      summary: "Mark the caller's notifications up to a number as read",
      body: readNotificationsSchema,
    }),
    async (request) => {
      const { user_id } = callerOf(request)
      await markRead(db, user_id, request.body.up_to, clock())
      return { unread: await countUnread(db, user_id) }
    },
  )

  app.get(
    '/api/notification-preferences',
    respondsWith(mailPreferencesSchema, { summary: 'Which mails the caller wants' }),
    (request) => readMailPreferences(db, callerOf(request)),
  )

  app.put(
    '/api/notification-preferences',
    respondsWith(mailPreferencesSchema, {
      summary: 'Set which mails the caller wants',
      body: changeMailPreferencesSchema,
    }),
    (request) => changeMailPreferences(db, callerOf(request), request.body),
  )
})

const notificationError = errorsOf(notificationErrors)

type User = Pick<Caller, 'user_id' | 'role'>

/** Returns the mails of a user's role, and whether the user wants each. */
async function readMailPreferences(db: Db, { user_id, role }: User): Promise<MailPreferences> {
  const unwanted = (await listUnwanted(db, [user_id])).get(user_id)
  return {
    preferences: MAIL_KINDS[role].map(({ kind, always }) => ({ kind, always, wanted: always || !unwanted?.has(kind) })),
  }
}

/** Changes a user's choice of mails and returns all. Throws AppError 400 for mails that the role cannot choose. */
async function changeMailPreferences(db: Db, user: User, { preferences }: ChangeMailPreferences) {
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
