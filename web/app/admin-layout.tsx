import { areaMessages } from '../../shared/app/area-messages.ts'
import { ClipboardList, Package, Users } from '../ui/area-icons.ts'
import { History, LayoutDashboard } from '../ui/icons.tsx'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/admin', exact: true, text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/products', text: areaMessages.products, Icon: Package },
  { to: '/admin/orders', text: areaMessages.orders, Icon: ClipboardList },
  { to: '/admin/users', text: areaMessages.users, Icon: Users },
  { to: '/admin/activity', text: areaMessages.activity, Icon: History },
]

/** The layout of the admin area. */
export function AdminLayout() {
  return (
    <AreaLayout
      forRole="admin"
      name={areaMessages.adminArea}
      entries={ENTRIES}
      settingsPath="/admin/settings"
      notificationsPath="/admin/notifications"
    />
  )
}
