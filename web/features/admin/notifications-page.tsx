import { NotificationList } from '../notifications/notification-list.tsx'

/** The notifications of the admin, in the admin area. */
export function AdminNotificationsPage() {
  return <NotificationList />
}
