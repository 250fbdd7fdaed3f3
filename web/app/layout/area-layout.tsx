import { type ReactNode, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import type { Role } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useSite } from '../../api/site.ts'
import { Bell } from '../../features/notifications/bell.tsx'
import { RequireRole, SIGN_IN_PATH } from '../../session/guards.tsx'
import { useLogout } from '../../session/use-logout.ts'
import { Ellipsis, PanelLeftClose, PanelLeftOpen, Settings } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NARROW_PX, useNarrowScreen } from '../../ui/hooks.ts'
import { type Icon as IconType, LogOut } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { OfflineNote } from '../../ui/offline-note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { MenuItem, MenuLink } from '../../ui/overlay/menu.tsx'
import { showSuccess, ToastArea } from '../../ui/overlay/toasts.tsx'
import { Brand, Logo, LogoutFailure, NavigationBar, SkipLink } from './layout-parts.tsx'
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
            <div className="flex h-14 items-center gap-3 px-4 max-[22rem]:gap-1.5 sm:px-6">
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
              {payments?.isTest && (
                <span className="shrink-0">
                  <Chip tone="warning">{paymentMessages.testModeMark}</Chip>
                </span>
              )}
              <div className="ms-auto flex items-center gap-3 max-[22rem]:gap-1">
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
          <main id="main" tabIndex={-1} className="flex-1 outline-none *:last:mx-0">
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

export interface AreaEntry {
  to: string
  text: string
  Icon: IconType
  /** An alias of `to`. */
  also?: string
  /** Paths below this one belong to other entries. */
  exact?: boolean
  /** Set apart from the daily work. */
  isSetting?: boolean
}

interface AreaMenuProps {
  /** E.g. `Seller area`. */
  name: string
  entries: readonly AreaEntry[]
}

/** Returns whether an entry leads to the page at a path, or to one above it. */
export function leadsTo({ to, also, exact }: AreaEntry, pathname: string): boolean {
  const path = to.replace(/\?.*/, '')
  return pathname === path || pathname === also || (!exact && pathname.startsWith(`${path}/`))
}

/** Up to this width, just below `64rem`, the side menu has its texts below the icons: tables need the room. */
const RAIL_PX = 1023

/** The menu beside the pages of an area. */
function SideMenu({ name, entries, collapsed }: AreaMenuProps & { collapsed: boolean }) {
  const isRail = useNarrowScreen(RAIL_PX)
  return (
    <aside
      id="side-menu"
      className={`shrink-0 border-e border-line bg-surface transition-[width] print:hidden ${collapsed ? 'w-14' : isRail ? 'w-22' : 'w-56'}`}
    >
      <div className="sticky top-0 flex max-h-dvh flex-col gap-4 overflow-y-auto px-2 pb-4 sm:max-lg:px-1">
        <Link to="/" className="flex h-14 items-center gap-2.5 px-1 display text-xl max-lg:justify-center">
          {collapsed || isRail ? (
            <>
              <Logo className="size-8 shrink-0" />
              <span className="sr-only">{shopName()}</span>
            </>
          ) : (
            <Brand />
          )}
        </Link>
        <nav aria-label={name}>
          <EntryList entries={entries} shape={collapsed ? 'icons' : isRail ? 'rail' : 'rows'} />
        </nav>
      </div>
    </aside>
  )
}

interface EntryListProps {
  entries: readonly AreaEntry[]
  shape?: keyof typeof SHAPES
  onFollow?: () => void
}

/** The classes of a link and of its text. */
const SHAPES = {
  rows: ['min-h-10 max-sm:min-h-12 items-center gap-3 px-2.5 text-sm', 'truncate'],
  rail: ['min-h-12 flex-col items-center justify-center gap-0.5 text-xs', 'max-w-full truncate'],
  icons: ['min-h-10 items-center px-2.5 max-lg:justify-center', 'sr-only'],
} as const

const APART = 'mt-2 border-t border-line pt-2'

function EntryList({ entries, shape = 'rows', onFollow }: EntryListProps) {
  const { pathname } = useLocation()
  const [linkLook, textLook] = SHAPES[shape]
  return (
    <ul className="grid gap-1">
      {entries.map((entry, index) => (
        <li
          key={entry.to}
          className={index > 0 && entry.isSetting && !entries[index - 1]?.isSetting ? APART : undefined}
        >
          <Link
            to={entry.to}
            aria-current={leadsTo(entry, pathname) ? 'page' : undefined}
            title={shape === 'rows' ? undefined : entry.text}
            onClick={onFollow}
            className={`flex rounded-field font-medium text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-strong ${linkLook}`}
          >
            <entry.Icon aria-hidden className="size-5 shrink-0" />
            <span className={textLook}>{entry.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The number of links in the bar at the lower edge; the others are behind "More". */
const LINKS_IN_BAR = 4

const itemLook =
  'grid h-14 w-full content-center justify-items-center gap-0.5 border-t-2 border-transparent px-1 text-xs font-medium whitespace-nowrap text-muted focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-brand-strong [&>svg]:size-5'

/** The menu of an area on narrow screens: a bar that sticks to the lower edge and covers nothing at the page's end. */
function BottomBar({ name, entries }: AreaMenuProps) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const others = entries.slice(LINKS_IN_BAR)
  return (
    <nav
      aria-label={name}
      data-action-bar
      className="area-bar sticky bottom-0 low:static z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ul className="no-scrollbar -mt-px flex overflow-x-auto">
        {entries.slice(0, LINKS_IN_BAR).map((entry) => (
          <li key={entry.to} className="flex-auto">
            <Link to={entry.to} aria-current={leadsTo(entry, pathname) ? 'page' : undefined} className={itemLook}>
              <entry.Icon aria-hidden />
              {entry.text}
            </Link>
          </li>
        ))}
        <li hidden={!others.length} className="flex-auto">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-current={others.some((entry) => leadsTo(entry, pathname)) || undefined}
            className={itemLook}
            onClick={() => setIsOpen(true)}
          >
            <Ellipsis aria-hidden />
            {areaMessages.more}
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={name} place="bottom">
        <EntryList entries={others} onFollow={() => setIsOpen(false)} />
      </Dialog>
    </nav>
  )
}
