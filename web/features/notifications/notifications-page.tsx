import { notificationMessages } from '../../../shared/notifications/messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { NotificationList } from './notification-list.tsx'

/** The notifications of the signed-in user. */
export function NotificationsPage() {
  return (
    <RequireSignedIn title={notificationMessages.notifications} width="medium">
      <NotificationList />
    </RequireSignedIn>
  )
}
