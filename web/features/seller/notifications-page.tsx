import { NotificationList } from '../notifications/notification-list.tsx'

/** The notifications of the seller, in the seller area. */
export function SellerNotificationsPage() {
  return <NotificationList />
}
