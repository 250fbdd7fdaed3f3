import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

/** The tables of what users are notified of. */
export interface NotificationTables {
  notifications: {
    notification_number: GeneratedAlways<number>
    user_id: string
    kind: string
    facts: JSONColumnType<Record<string, string | number | null>, string, never>
    path: string
    /** What it is about: at most one of a user about the same is unread. */
    subject: ColumnType<string | null, string | undefined, never>
    created_at: Date
    read_at: Date | null
  }
  /** No row: the mail is wanted. */
  notification_preferences: { user_id: string; kind: string; wanted: boolean }
}
