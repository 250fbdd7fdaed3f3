import { bellMessages } from '../../../shared/notifications/bell-messages.ts'
import { UnreadCount } from '../../features/notifications/bell.tsx'

/** The text of a menu's link to the notifications, with the number of unread ones. */
export function NotificationsEntry({ unread }: { unread: number }) {
  if (!unread) return bellMessages.notifications
  return (
    <>
      {bellMessages.notifications}
      <UnreadCount unread={unread} className="ms-auto" />
      <span className="sr-only">{bellMessages.unreadCount(unread)}</span>
    </>
  )
}
