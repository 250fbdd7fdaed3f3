import { defineMessages } from '../kernel/define-messages.ts'
/** Higher counts are reported as this. */
export const MAX_UNREAD_COUNT = 100

/** Texts of the bell and the menu entry, which are on every page. */
export const bellMessages = defineMessages('bell', {
  notifications: 'Notifications',
  bell: (unread: number) => (unread ? `Notifications, ${unreadText(unread)} unread` : 'Notifications'),
  unreadCount: (unread: number) => `${unreadText(unread)} unread`,
})

/** Formats the unread count: `99+` from 100 on. */
export function unreadText(unread: number): string {
  return unread < MAX_UNREAD_COUNT ? String(unread) : `${MAX_UNREAD_COUNT - 1}+`
}
