import { Suspense, useMemo } from 'react'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { hasFeature, type OptionalFeature, useSite } from '../../api/site.ts'
import { useAccount, verifiedFactorsOf } from '../../session/use-session.ts'
import { ClipboardList, FileText, FlaskConical, Package, Star, Store, Users } from '../../ui/area-icons.ts'
import { CreditCard, History, LayoutDashboard, Search } from '../../ui/icons.tsx'
import { lazyCode } from '../../ui/load-code.ts'
import { AreaLayout } from './area-layout.tsx'
import type { AreaEntry } from './area-menus.tsx'

const ENTRIES: readonly (AreaEntry & { needs?: OptionalFeature })[] = [
  { to: '/admin', exact: true, text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/products', text: areaMessages.products, Icon: Package },
  { to: '/admin/orders', text: areaMessages.orders, Icon: ClipboardList },
  { to: '/admin/payments', text: areaMessages.payments, Icon: CreditCard, needs: 'payments' },
  { to: '/admin/sandbox', text: areaMessages.sandbox, Icon: FlaskConical, needs: 'sandbox' },
  { to: '/admin/users', text: areaMessages.users, Icon: Users },
  { to: '/admin/search', text: areaMessages.searches, Icon: Search },
  { to: '/admin/reviews', text: areaMessages.reviews, Icon: Star },
  { to: '/admin/pages', text: areaMessages.pages, Icon: FileText },
  { to: '/admin/market', text: areaMessages.market, Icon: Store },
  { to: '/admin/activity', text: areaMessages.activity, Icon: History },
]

const SetUpFactor = lazyCode(async () => (await import('../../features/admin/set-up-factor.tsx')).SetUpFactor)

/** The layout of the admin area. Its pages are replaced by the set-up of a required second factor until the admin has one. */
export function AdminLayout() {
  const site = useSite()
  const factors = verifiedFactorsOf(useAccount())
  const entries = useMemo(() => ENTRIES.filter(({ needs }) => hasFeature(needs, site)), [site])
  return (
    <AreaLayout
      forRole="admin"
      name={areaMessages.adminArea}
      entries={entries}
      settingsPath="/admin/settings"
      notificationsPath="/admin/notifications"
      instead={
        site.adminSecondFactor &&
        factors.length === 0 && (
          <Suspense>
            <SetUpFactor />
          </Suspense>
        )
      }
    />
  )
}
