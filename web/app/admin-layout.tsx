import { areaMessages } from '../../shared/app/area-messages.ts'
import { useSite } from '../api/site.ts'
import { ClipboardList, Package, Users } from '../ui/area-icons.ts'
import { CreditCard, History, LayoutDashboard } from '../ui/icons.tsx'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/admin', exact: true, text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/products', text: areaMessages.products, Icon: Package },
  { to: '/admin/orders', text: areaMessages.orders, Icon: ClipboardList },
  { to: '/admin/payments', text: areaMessages.payments, Icon: CreditCard },
  { to: '/admin/users', text: areaMessages.users, Icon: Users },
  { to: '/admin/activity', text: areaMessages.activity, Icon: History },
]

const WITHOUT_PAYMENTS = ENTRIES.filter(({ to }) => to !== '/admin/payments')

/** The layout of the admin area. */
export function AdminLayout() {
  const { payments } = useSite()
  return (
    <AreaLayout
      forRole="admin"
      name={areaMessages.adminArea}
      entries={payments ? ENTRIES : WITHOUT_PAYMENTS}
      settingsPath="/admin/settings"
      notificationsPath="/admin/notifications"
    />
  )
}
