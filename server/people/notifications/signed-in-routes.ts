import type { Db } from '../../../db/tables.ts'
import {
  changeMailPreferencesSchema,
  mailPreferencesSchema,
  notificationsQuerySchema,
  notificationsSchema,
  readNotificationsSchema,
  unreadSchema,
} from '../../../shared/notifications/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { changeMailPreferences, readMailPreferences } from './mail-preferences.ts'
import { countUnread, listNotifications, markRead } from './queries.ts'

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
