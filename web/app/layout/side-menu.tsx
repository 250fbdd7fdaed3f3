import type { ReactNode } from 'react'
import { dashboardPath } from '../../../shared/accounts/rules.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { notificationsApi, POLLING } from '../../features/notifications/notifications-api.ts'
import { useSession } from '../../session/use-session.ts'
import { Bell, icon, LayoutDashboard, LogOut, PackageSearch, Search, ShoppingCart } from '../../ui/icons.tsx'
import { NavLink } from '../../ui/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useShopLogout, useSignInPath } from './layout-parts.tsx'
import { NotificationsEntry } from './user-menu.tsx'

// Icons of the menu of small screens alone. For their license see `web/ui/icons.tsx`.

const House = icon(
  'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
)
const LogIn = icon('M10 17l5-5-5-5M15 12H3M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4', true)

const entryLook =
  'flex min-h-12 w-full items-center gap-3.5 rounded-field px-3 text-start font-medium hover:bg-tint aria-[current=page]:bg-tint [&>svg]:size-5 [&>svg]:text-muted'

interface SideMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu of small screens. */
export function SideMenu({ open, onOpenChange }: SideMenuProps) {
  const { isLoggedIn, userRole, userAvatar, displayName } = useSession()
  const logout = useShopLogout()
  const { data: unread = 0 } = notificationsApi.useGetUnreadQuery(undefined, { ...POLLING, skip: !isLoggedIn || !open })
  const signInPath = useSignInPath()
  const close = () => onOpenChange(false)
  const shops = !isLoggedIn || userRole === 'buyer'

  function entry(to: string, icon: ReactNode, text: ReactNode) {
    return (
      <li>
        <NavLink to={to} end className={entryLook} onClick={close}>
          {icon} {text}
        </NavLink>
      </li>
    )
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={appMessages.menu} place="side">
      {isLoggedIn && (
        <p className="mb-3 flex items-center gap-3 border-b border-line px-3 pb-4">
          <Avatar src={userAvatar} />
          <span dir="auto" className="truncate font-semibold">
            {displayName}
          </span>
        </p>
      )}
      <nav aria-label={appMessages.menu}>
        <ul className="grid gap-1">
          {entry('/', <House aria-hidden />, appMessages.home)}
          {entry('/search', <Search aria-hidden />, appMessages.search)}
          {/* Specified for visitors as well, who are redirected to sign in. */}
          {entry(dashboardPath(userRole), <LayoutDashboard aria-hidden />, appMessages.dashboard)}
          {isLoggedIn && shops && entry('/order-tracking', <PackageSearch aria-hidden />, appMessages.orderTracking)}
          {isLoggedIn && entry('/notifications', <Bell aria-hidden />, <NotificationsEntry unread={unread} />)}
          {shops && entry('/cart', <ShoppingCart aria-hidden />, appMessages.cart)}
          {!isLoggedIn && entry(signInPath, <LogIn aria-hidden />, appMessages.signIn)}
          {isLoggedIn && (
            <li>
              <button
                type="button"
                className={entryLook}
                onClick={() => {
                  close()
                  void logout()
                }}
              >
                <LogOut aria-hidden /> {appMessages.logout}
              </button>
            </li>
          )}
        </ul>
      </nav>
      <div className="mt-4 border-t border-line px-3 pt-4">
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}
