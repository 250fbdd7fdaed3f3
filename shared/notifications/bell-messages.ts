import { defineMessages } from '../kernel/define-messages.ts'

/** The highest count that is reported. */
export const MAX_UNREAD_COUNT = 100

/** Texts of the bell and the menu entry, which are on every page; `shown` is the count as `unreadText` returns it. */
export const bellMessages = defineMessages('bell', {
  notifications: 'Notifications',
  bell: '{unread, plural, =0 {Notifications} other {Notifications, {shown} unread}}',
  unreadCount: '{unread, plural, other {{shown} unread}}',
  /** The count or more. */
  more: '{count, number}+',
})

/** Formats the unread count: `99+` from 100 on. */
export function unreadText(unread: number): string {
  return unread < MAX_UNREAD_COUNT ? String(unread) : bellMessages.more({ count: MAX_UNREAD_COUNT - 1 })
}
