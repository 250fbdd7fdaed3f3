import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_UNREAD_COUNT } from '../../../shared/notifications/bell-messages.ts'
import {
  type MailKind,
  NOTIFICATIONS_PER_PAGE,
  type NotificationKind,
} from '../../../shared/notifications/constants.ts'
import type { Notification, NotificationFacts, Notifications } from '../../../shared/notifications/schema.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'

export interface NewNotification {
  user_id: string
  kind: NotificationKind
  facts: NotificationFacts
  path: string
}

/** Adds notifications in the transaction that they report. */
export async function notify(
  tx: Tx,
  notifications: readonly (NewNotification & { subject?: string })[],
  created_at: Date,
): Promise<void> {
  if (!notifications.length) return
  await tx
    .insertInto('notifications')
    .values(notifications.map(({ facts, ...one }) => ({ ...one, facts: JSON.stringify(facts), created_at })))
    .execute()
}

/** Adds a notification in place of the unread one of the same `subject`; concurrent ones about it wait. */
export async function replaceUnread(tx: Tx, notification: NewNotification & { subject: string }, created_at: Date) {
  const { user_id, subject } = notification
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', user_id)
    .where('subject', '=', subject)
    .where('read_at', 'is', null)
    .execute()
  await notify(tx, [notification], created_at)
}

/** Marks a user's unread notification about a subject as read. */
export async function markSubjectRead(
  tx: Tx,
  { user_id, subject, read_at }: { user_id: string; subject: string; read_at: Date },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at })
    .where('user_id', '=', user_id)
    .where('subject', '=', subject)
    .where('read_at', 'is', null)
    .execute()
}

/** Deletes the notifications of one kind whose fact `name` has one of these values. */
export async function deleteNotificationsWith(
  tx: Tx,
  { kind, user_ids, name, values }: { kind: NotificationKind; user_ids: string[]; name: string; values: number[] },
): Promise<void> {
  if (!user_ids.length) return
  await sql`
    delete from notifications
    where user_id = any(${user_ids}::uuid[]) and kind = ${kind} and facts -> ${name} = any(${values.map(String)}::jsonb[])
  `.execute(tx)
}

/** Returns a page of a user's notifications, newest first, with the number of those that are unread. */
export async function listNotifications(db: Db, userId: string, after: number | undefined): Promise<Notifications> {
  let query = db
    .selectFrom('notifications')
    .select(['notification_number', 'kind', 'facts', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('notification_number', 'desc')
    .limit(NOTIFICATIONS_PER_PAGE + 1)
  if (after !== undefined) query = query.where('notification_number', '<', after)
  const [rows, unread] = await Promise.all([query.execute(), countUnread(db, userId)])
  return {
    notifications: rows.slice(0, NOTIFICATIONS_PER_PAGE).map(({ kind, created_at, read_at, ...row }) => ({
      ...row,
      // The column holds only these kinds.
      kind: kind as Notification['kind'],
      created_at: created_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    })),
    has_more: rows.length > NOTIFICATIONS_PER_PAGE,
    unread,
  }
}

/** Returns how many of a user's notifications are unread, up to MAX_UNREAD_COUNT. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications where user_id = ${userId} and read_at is null limit ${MAX_UNREAD_COUNT}
    ) unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks a user's notifications as read, up to this number. */
export async function markRead(db: Db, userId: string, upTo: number, read_at: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('notification_number', '<=', upTo)
    .execute()
}

export const deleteNotifications = deletionOf(sql`notifications`, sql`notification_number`, sql`created_at`)

/** Returns the kinds of mails that users do not want, by user. */
export async function listUnwanted(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  if (!userIds.length) return new Map()
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id', 'kind'])
    .where('user_id', 'in', userIds)
    .where('wanted', '=', false)
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, kinds]) => [id, new Set(kinds.map(({ kind }) => kind))]))
}

export async function setPreferences(
  db: Db,
  user_id: string,
  preferences: readonly { kind: MailKind; wanted: boolean }[],
): Promise<void> {
  if (!preferences.length) return
  await db
    .insertInto('notification_preferences')
    .values(preferences.map((preference) => ({ user_id, ...preference })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({ wanted: ref('excluded.wanted') })),
    )
    .execute()
}
