import { dashboardPath } from '../../../shared/accounts/rules.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { notificationsApi, POLLING } from '../../features/notifications/notifications-api.ts'
import { useSession } from '../../session/use-session.ts'
import { Bell, LayoutDashboard, LogOut, PackageSearch } from '../../ui/icons.tsx'
import { MenuItem, MenuLink } from '../../ui/overlay/menu.tsx'
import { useShopLogout } from './layout-parts.tsx'
import { NotificationsEntry, UserMenu } from './user-menu.tsx'

/** The account menu of the shop. */
export function AccountMenu() {
  const { userRole } = useSession()
  const logout = useShopLogout()
  const { data: unread = 0 } = notificationsApi.useGetUnreadQuery(undefined, POLLING)
  return (
    <UserMenu isMarked={unread > 0}>
      <MenuLink to={dashboardPath(userRole)}>
        <LayoutDashboard aria-hidden className="size-4.5 text-muted" /> {appMessages.dashboard}
      </MenuLink>
      {userRole === 'buyer' && (
        <MenuLink to="/order-tracking">
          <PackageSearch aria-hidden className="size-4.5 text-muted" /> {appMessages.orderTracking}
        </MenuLink>
      )}
      <MenuLink to="/notifications">
        <Bell aria-hidden className="size-4.5 text-muted" /> <NotificationsEntry unread={unread} />
      </MenuLink>
      <MenuItem onSelect={logout}>
        <LogOut aria-hidden className="size-4.5 text-muted" /> {appMessages.logout}
      </MenuItem>
    </UserMenu>
  )
}
