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
import { callerOf, listOptions, routesFor } from '../../platform/http/guards.ts'
import { changeMailPreferences, readMailPreferences } from './mail-preferences.ts'
import { countUnread, listNotifications, markRead } from './queries.ts'

export const notificationsSignedInRoutes = routesFor('signed-in', (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/notifications',
    listOptions(
      "A page of the caller's notifications, newest first, and how many are unread",
      notificationsQuerySchema,
      notificationsSchema,
    ),
    (request) => listNotifications(db, callerOf(request).user_id, request.query.after),
  )

  app.post(
    '/api/notifications/read',
    {
      schema: {
        summary: "Mark the caller's notifications up to a number as read",
        body: readNotificationsSchema,
        response: { 200: unreadSchema },
      },
    },
    async (request) => {
      const { user_id } = callerOf(request)
      await markRead(db, user_id, request.body.up_to, clock())
      return { unread: await countUnread(db, user_id) }
    },
  )

  app.get(
    '/api/notification-preferences',
    { schema: { summary: 'Which mails the caller wants', response: { 200: mailPreferencesSchema } } },
    (request) => readMailPreferences(db, callerOf(request)),
  )

  app.put(
    '/api/notification-preferences',
    {
      schema: {
        summary: 'Set which mails the caller wants',
        body: changeMailPreferencesSchema,
        response: { 200: mailPreferencesSchema },
      },
    },
    (request) => changeMailPreferences(db, callerOf(request), request.body),
  )
})
