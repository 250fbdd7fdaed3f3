import { areaMessages } from '../../shared/app/area-messages.ts'
import type { SitePayments } from '../../shared/payments/site-payments.ts'
import { useSite } from '../api/site.ts'
import { ClipboardList, FlaskConical, Package, Star, Users } from '../ui/area-icons.ts'
import { CreditCard, History, LayoutDashboard, Search } from '../ui/icons.tsx'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/admin', exact: true, text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/products', text: areaMessages.products, Icon: Package },
  { to: '/admin/orders', text: areaMessages.orders, Icon: ClipboardList },
  { to: '/admin/payments', text: areaMessages.payments, Icon: CreditCard },
  { to: '/admin/sandbox', text: areaMessages.sandbox, Icon: FlaskConical },
  { to: '/admin/users', text: areaMessages.users, Icon: Users },
  { to: '/admin/search', text: areaMessages.searches, Icon: Search },
  { to: '/admin/reviews', text: areaMessages.reviews, Icon: Star },
  { to: '/admin/activity', text: areaMessages.activity, Icon: History },
]

const WITHOUT_SANDBOX = ENTRIES.filter(({ to }) => to !== '/admin/sandbox')
const WITHOUT_PAYMENTS = WITHOUT_SANDBOX.filter(({ to }) => to !== '/admin/payments')

function entriesOf(payments: SitePayments | undefined): readonly AreaEntry[] {
  if (!payments) return WITHOUT_PAYMENTS
  return payments.provider === 'sandbox' ? ENTRIES : WITHOUT_SANDBOX
}

/** The layout of the admin area. */
export function AdminLayout() {
  const { payments } = useSite()
  return (
    <AreaLayout
      forRole="admin"
      name={areaMessages.adminArea}
      entries={entriesOf(payments)}
      settingsPath="/admin/settings"
      notificationsPath="/admin/notifications"
    />
  )
}
