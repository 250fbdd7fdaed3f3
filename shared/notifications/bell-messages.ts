/** Unread notifications are counted up to this many, which stands for as many or more. */
export const MAX_UNREAD_COUNT = 100

/** The bell and the entry in menus, which are on every page. */
export const bellMessages = {
  notifications: 'Notifications',
  /** The name of the bell. */
  bell: (unread: number) => (unread ? `Notifications, ${unreadText(unread)} unread` : 'Notifications'),
  unreadCount: (unread: number) => `${unreadText(unread)} unread`,
} as const

/** Returns the count of unread notifications as it is shown: `99+` from 100 on. */
export function unreadText(unread: number): string {
  return unread < MAX_UNREAD_COUNT ? String(unread) : `${MAX_UNREAD_COUNT - 1}+`
}
