import { z } from 'zod'
import { queryInteger } from '../kernel/text.ts'
import { MAIL_KINDS, type MailKind, NOTIFICATION_KINDS } from './constants.ts'

/** What the text of a notification names, by name. */
const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type NotificationFacts = z.infer<typeof factsSchema>

const notificationSchema = z.object({
  notification_number: z.number().int(),
  kind: z.enum(NOTIFICATION_KINDS),
  facts: factsSchema,
  /** The page about it. */
  path: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notificationsQuerySchema = z.object({
  /** The number of the last notification that is known: those after it in the list, which are older, are returned. */
  after: queryInteger(1, 999_999_999).optional(),
})

export const notificationsSchema = z.object({
  /** Newest first. */
  notifications: z.array(notificationSchema),
  /** Whether there are older ones. */
  has_more: z.boolean(),
  /** Up to 100, which stands for 100 or more. */
  unread: z.number().int(),
})
export type Notifications = z.infer<typeof notificationsSchema>

/** Marks the notification of this number and all older ones as read. */
export const readNotificationsSchema = z.object({ up_to: z.number().int().min(1).max(999_999_999) })
export const unreadSchema = z.object({ unread: z.number().int() })

const MAIL_KIND_NAMES = [...new Set(Object.values(MAIL_KINDS).flatMap((kinds) => kinds.map(({ kind }) => kind)))]

export const mailPreferencesSchema = z.object({
  /** The mails that the caller's role gets. */
  preferences: z.array(
    z.object({
      kind: z.enum(MAIL_KIND_NAMES as [MailKind, ...MailKind[]]),
      wanted: z.boolean(),
      /** It cannot be switched off. */
      always: z.boolean(),
    }),
  ),
})
export type MailPreferences = z.infer<typeof mailPreferencesSchema>

/** Those that are to change; the others stay. */
export const changeMailPreferencesSchema = z.object({
  preferences: z
    .array(z.object({ kind: z.enum(MAIL_KIND_NAMES as [MailKind, ...MailKind[]]), wanted: z.boolean() }))
    .max(MAIL_KIND_NAMES.length),
})
export type ChangeMailPreferences = z.infer<typeof changeMailPreferencesSchema>
