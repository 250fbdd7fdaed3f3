import { Suspense, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { rightErrors, rightMessages } from '../../../shared/accounts/right-messages.ts'
import type { RequiredRight } from '../../../shared/accounts/rights.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { hasFeature, type OptionalFeature, useSite } from '../../api/site.ts'
import { checkSession } from '../../session/check-session.ts'
import { useCan } from '../../session/use-rights.ts'
import { useAccount, verifiedFactorsOf } from '../../session/use-session.ts'
import {
  BadgeCheck,
  ClipboardList,
  CreditCard,
  FileText,
  FlaskConical,
  ImagePlus,
  ListOrdered,
  LockKeyhole,
  Mail,
  Package,
  Star,
  Store,
  Users,
} from '../../ui/area-icons.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { History, LayoutDashboard, Search } from '../../ui/icons.tsx'
import { lazyCode } from '../../ui/load-code.ts'
import { Page } from '../../ui/page.tsx'
import { type AreaEntry, AreaLayout, leadsTo } from './area-layout.tsx'

type AdminEntry = AreaEntry & { needs?: OptionalFeature; right?: RequiredRight }

const SETTINGS: readonly AdminEntry[] = [
  { to: '/admin/market', also: '/admin/guide', text: areaMessages.market, Icon: Store, right: 'settings' },
  { to: '/admin/categories', text: areaMessages.categories, Icon: ListOrdered, right: 'content' },
  { to: '/admin/banners', text: areaMessages.banners, Icon: ImagePlus, right: 'content' },
  { to: '/admin/pages', text: areaMessages.pages, Icon: FileText, right: 'content' },
  { to: '/admin/mail', text: areaMessages.mail, Icon: Mail, right: 'settings' },
  { to: '/admin/staff', text: areaMessages.staff, Icon: LockKeyhole, right: 'owner' },
]

const ENTRIES: readonly AdminEntry[] = [
  { to: '/admin', exact: true, text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/products', text: areaMessages.products, Icon: Package, right: 'products' },
  { to: '/admin/orders', text: areaMessages.orders, Icon: ClipboardList, right: 'orders' },
  { to: '/admin/payments', text: areaMessages.payments, Icon: CreditCard, needs: 'payments', right: 'payments' },
  { to: '/admin/sandbox', text: areaMessages.sandbox, Icon: FlaskConical, needs: 'sandbox', right: 'payments' },
  { to: '/admin/users', exact: true, text: areaMessages.users, Icon: Users, right: 'sellers' },
  { to: '/admin/users/sellers', text: areaMessages.sellers, Icon: BadgeCheck, right: 'sellers' },
  { to: '/admin/reviews', text: areaMessages.reviews, Icon: Star, right: 'reviews' },
  { to: '/admin/search', text: areaMessages.searches, Icon: Search, right: 'search' },
  { to: '/admin/activity', text: areaMessages.activity, Icon: History, right: 'settings' },
  ...SETTINGS.map((entry) => ({ ...entry, isSetting: true })),
]

const SetUpFactor = lazyCode(async () => (await import('../../features/admin/set-up-factor.tsx')).SetUpFactor)

/**
 * The layout of the admin area, with the entries that the admin's rights allow. Its pages are replaced by the set-up of a
 * required second factor until the admin has one.
 */
export function AdminLayout() {
  const site = useSite()
  const account = useAccount()
  const can = useCan()
  const { pathname } = useLocation()
  useFreshRights(pathname)
  const offered = useMemo(() => ENTRIES.filter(({ needs }) => hasFeature(needs, site)), [site])
  const entries = offered.filter(({ right }) => !right || can(right))
  const missing = offered.find((entry) => !entries.includes(entry) && leadsTo(entry, pathname))
  const mustHaveFactor = site.adminSecondFactor || account?.app_metadata?.second_factor_required
  const lacksFactor = mustHaveFactor && verifiedFactorsOf(account).length === 0
  return (
    <AreaLayout
      forRole="admin"
      name={areaMessages.adminArea}
      entries={entries}
      settingsPath="/admin/settings"
      notificationsPath="/admin/notifications"
      instead={
        (lacksFactor || missing?.right) && (
          <Suspense>
            {lacksFactor ? <SetUpFactor /> : <RightMissing title={missing?.text} right={missing?.right} />}
          </Suspense>
        )
      }
    />
  )
}

/** Refetches the rights, which may have changed, with each page. */
function useFreshRights(pathname: string): void {
  const dispatch = useAppDispatch()
  const checked = useRef(pathname)
  useEffect(() => {
    if (checked.current === pathname) return
    checked.current = pathname
    void dispatch(checkSession())
  }, [pathname, dispatch])
}

/** Replaces a page that an admin may not use. */
function RightMissing({ title = '', right = 'owner' }: Partial<{ title: string; right: RequiredRight }>) {
  const text =
    right === 'owner' ? rightErrors.owners_only.text : rightMessages.missing({ right: rightMessages.rights[right] })
  return (
    <Page title={title} personal>
      <EmptyState icon={<LockKeyhole aria-hidden />} title={text} />
    </Page>
  )
}
