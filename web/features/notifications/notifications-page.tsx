import { bellMessages } from '../../../shared/notifications/bell-messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { NotificationList } from './notification-list.tsx'

/** The notifications of the signed-in user. */
export function NotificationsPage() {
  return (
    <RequireSignedIn title={bellMessages.notifications} width="medium">
      <NotificationList width="medium" />
    </RequireSignedIn>
  )
}
