import { type ReactNode, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import type { Role } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useSite } from '../../api/site.ts'
import { Bell } from '../../features/notifications/bell.tsx'
import { RequireRole, SIGN_IN_PATH } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { PanelLeftClose, PanelLeftOpen, Settings } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NARROW_PX, useNarrowScreen } from '../../ui/hooks.ts'
import { LogOut } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { OfflineNote } from '../../ui/offline-note.tsx'
import { MenuItem, MenuLink } from '../../ui/overlay/menu.tsx'
import { showSuccess, ToastArea } from '../../ui/overlay/toasts.tsx'
import { type AreaEntry, BottomBar, SideMenu } from './area-menus.tsx'
import { Logo, LogoutFailure, NavigationBar, SkipLink } from './layout-parts.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { UserMenu } from './user-menu.tsx'

interface AreaLayoutProps {
  /** Users of other roles are redirected home. */
  forRole: Role
  /** E.g. `Seller area`. */
  name: string
  entries: readonly AreaEntry[]
  settingsPath: string
  notificationsPath: string
  /** Replaces every page of the area, e.g. until an admin has set up a second factor. */
  instead?: ReactNode
}

/** The layout of an area for sellers or admins: a collapsible side menu, on narrow screens a bar at the lower edge. */
export function AreaLayout({ forRole, name, entries, settingsPath, notificationsPath, instead }: AreaLayoutProps) {
  const narrow = useNarrowScreen(NARROW_PX)
  const { payments } = useSite()
  const [folded, setFolded] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const logout = useLogout()

  async function leave() {
    // After a logout, redirect to the sign-in page instead of home.
    setLeaving(true)
    if (await logout()) showSuccess(accountMessages.loggedOutOfArea)
    else setLeaving(false)
  }

  return (
    <RequireRole role={forRole} title={name} redirectTo={leaving ? SIGN_IN_PATH : undefined}>
      <div
        className={classNames(
          'flex min-h-dvh [--list-head-top:3.5rem] low:[--list-head-top:0px] [--gutter:2rem] [--title:1.5rem] print:block print:min-h-0',
          narrow && 'flex-col',
        )}
      >
        <SkipLink />
        {!narrow && <SideMenu name={name} entries={entries} collapsed={folded} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-30 low:static border-b border-line bg-surface print:hidden">
            <div className="flex h-14 items-center gap-3 px-4 sm:px-6">
              {narrow ? (
                <Link to="/" aria-label={shopName()} className="-ms-1">
                  <Logo className="size-8" />
                </Link>
              ) : (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={areaMessages.sideMenu}
                  aria-expanded={!folded}
                  aria-controls="side-menu"
                  className="-ms-2"
                  onClick={() => setFolded(!folded)}
                >
                  {folded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
                </Button>
              )}
              <span className="min-w-0 text-sm leading-tight font-medium text-muted">{name}</span>
              {payments?.isTest && <Chip tone="warning">{paymentMessages.testModeMark}</Chip>}
              <div className="ms-auto flex items-center gap-3">
                {!instead && <Bell to={notificationsPath} />}
                <UserMenu>
                  <MenuLink to={settingsPath}>
                    <Settings aria-hidden className="size-4.5 text-muted" /> {areaMessages.settings}
                  </MenuLink>
                  <MenuItem onSelect={leave}>
                    <LogOut aria-hidden className="size-4.5 text-muted" /> {areaMessages.logout}
                  </MenuItem>
                </UserMenu>
              </div>
            </div>
            <OfflineNote />
          </header>
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            <LogoutFailure onRetry={leave} />
            {instead || <Outlet />}
          </main>
        </div>
        {narrow && <BottomBar name={name} entries={entries} />}
      </div>
      <RouteAnnouncer />
      <NavigationBar />
      <ToastArea />
      <UnsavedChanges />
      <ScrollRestoration />
    </RequireRole>
  )
}
