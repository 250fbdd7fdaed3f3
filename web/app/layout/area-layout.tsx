import { type ReactNode, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import type { Role } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { Bell } from '../../features/notifications/bell.tsx'
import { RequireRole, SIGN_IN_PATH } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { PanelLeftClose, PanelLeftOpen, Settings } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NARROW_PX, useNarrowScreen } from '../../ui/hooks.ts'
import { type Icon as IconType, LogOut } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { OfflineNote } from '../../ui/offline-note.tsx'
import { MenuItem, MenuLink } from '../../ui/overlay/menu.tsx'
import { showSuccess, ToastArea } from '../../ui/overlay/toasts.tsx'
import { Logo, LogoutFailure, NavigationBar, SkipLink } from './layout-parts.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { UserMenu } from './user-menu.tsx'

export interface AreaEntry {
  to: string
  text: string
  Icon: IconType
  /** An alias of `to`. */
  also?: string
  /** Paths below this one belong to other entries. */
  exact?: boolean
}

interface AreaLayoutProps {
  /** Users of other roles are redirected home. */
  forRole: Role
  /** E.g. `Seller area`. */
  name: string
  entries: readonly AreaEntry[]
  settingsPath: string
  notificationsPath: string
  /** Replaces every page of the area while the user can use none. */
  instead?: ReactNode
}

/** The layout of an area for sellers or admins: a collapsible side menu and a bar with the account menu. */
export function AreaLayout({ forRole, name, entries, settingsPath, notificationsPath, instead }: AreaLayoutProps) {
  const narrow = useNarrowScreen(NARROW_PX)
  const [folded, setFolded] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const logout = useLogout()
  const collapsed = narrow || folded

  async function leave() {
    // After a logout, redirect to the sign-in page instead of home.
    setLeaving(true)
    if (await logout()) showSuccess(accountMessages.loggedOutOfArea)
    else setLeaving(false)
  }

  return (
    <RequireRole role={forRole} title={name} redirectTo={leaving ? SIGN_IN_PATH : undefined}>
      <div className="flex min-h-dvh [--list-head-top:3.5rem] low:[--list-head-top:0px] [--title:1.5rem] print:block print:min-h-0">
        <SkipLink />
        <SideMenu name={name} entries={entries} collapsed={collapsed} />
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-30 low:static border-b border-line bg-surface print:hidden">
            <div className="flex h-14 items-center gap-3 px-4 sm:px-6">
              {!narrow && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={areaMessages.sideMenu}
                  aria-expanded={!collapsed}
                  aria-controls="side-menu"
                  className="-ms-2"
                  onClick={() => setFolded(!folded)}
                >
                  {collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
                </Button>
              )}
              <span className="min-w-0 text-sm leading-tight font-medium text-muted">{name}</span>
              <div className="ms-auto flex items-center gap-3">
                {!instead && <Bell to={notificationsPath} />}
                <AreaAccountMenu settingsPath={settingsPath} onLeave={leave} />
              </div>
            </div>
            <OfflineNote />
          </header>
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            <LogoutFailure onRetry={leave} />
            {instead || <Outlet />}
          </main>
        </div>
      </div>
      <RouteAnnouncer />
      <NavigationBar />
      <ToastArea />
      <UnsavedChanges />
      <ScrollRestoration />
    </RequireRole>
  )
}

function SideMenu({ name, entries, collapsed }: Pick<AreaLayoutProps, 'name' | 'entries'> & { collapsed: boolean }) {
  const { pathname } = useLocation()
  const isHere = ({ to, also, exact }: AreaEntry) => {
    const path = to.replace(/\?.*/, '')
    return pathname === path || pathname === also || (!exact && pathname.startsWith(`${path}/`))
  }
  const text = collapsed ? 'sr-only' : 'truncate'
  return (
    <aside
      id="side-menu"
      className={classNames(
        'shrink-0 border-e border-line bg-surface transition-[width] print:hidden',
        collapsed ? 'w-14' : 'w-56',
      )}
    >
      <div className="sticky top-0 flex max-h-dvh flex-col gap-4 overflow-y-auto px-2 pb-4">
        <Link to="/" className="flex h-14 items-center gap-2.5 px-1 display text-xl text-brand">
          <Logo className="size-8 shrink-0" />
          <span className={text}>{SHOP_NAME}</span>
        </Link>
        <nav aria-label={name}>
          <ul className="grid gap-1">
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  aria-current={isHere(entry) ? 'page' : undefined}
                  title={collapsed ? entry.text : undefined}
                  className="flex min-h-10 items-center gap-3 rounded-field px-2.5 text-sm font-medium text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-strong forced-colors:aria-[current=page]:outline-2 forced-colors:aria-[current=page]:-outline-offset-2"
                >
                  <entry.Icon aria-hidden className="size-5 shrink-0" />
                  <span className={text}>{entry.text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </aside>
  )
}

function AreaAccountMenu({ settingsPath, onLeave }: { settingsPath: string; onLeave: () => void }) {
  return (
    <UserMenu>
      <MenuLink to={settingsPath}>
        <Settings aria-hidden className="size-4.5 text-muted" /> {areaMessages.settings}
      </MenuLink>
      <MenuItem onSelect={onLeave}>
        <LogOut aria-hidden className="size-4.5 text-muted" /> {areaMessages.logout}
      </MenuItem>
    </UserMenu>
  )
}
