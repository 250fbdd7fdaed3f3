import { z } from 'zod'
import { queryInteger } from '../kernel/text.ts'
import { MAIL_KIND_NAMES, NOTIFICATION_KINDS } from './constants.ts'

/** The values that the text contains. */
const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type NotificationFacts = z.infer<typeof factsSchema>

const notificationSchema = z.object({
  notification_number: z.number().int(),
  kind: z.enum(NOTIFICATION_KINDS),
  facts: factsSchema,
  /** The page that it links to. */
  path: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notificationsQuerySchema = z.object({
  /** Returns the notifications after this number in the list, which are older. */
  after: queryInteger(999_999_999).optional(),
})

export const notificationsSchema = z.object({
  notifications: z.array(notificationSchema),
  /** True if there are older ones. */
  has_more: z.boolean(),
  /** At most 100, for 100 or more. */
  unread: z.number().int(),
})
export type Notifications = z.infer<typeof notificationsSchema>

/** Marks the notification of this number and all older ones as read. */
export const readNotificationsSchema = z.object({ up_to: z.number().int().min(1).max(999_999_999) })
export const unreadSchema = z.object({ unread: z.number().int() })

export const mailPreferencesSchema = z.object({
  /** The optional and required mails of the caller's role. */
  preferences: z.array(
    z.object({
      kind: z.enum(MAIL_KIND_NAMES),
      wanted: z.boolean(),
      /** True if it cannot be turned off. */
      always: z.boolean(),
    }),
  ),
})
export type MailPreferences = z.infer<typeof mailPreferencesSchema>

/** Absent kinds keep their setting. */
export const changeMailPreferencesSchema = z.object({
  preferences: z.array(z.object({ kind: z.enum(MAIL_KIND_NAMES), wanted: z.boolean() })).max(MAIL_KIND_NAMES.length),
})
export type ChangeMailPreferences = z.infer<typeof changeMailPreferencesSchema>
