import { dashboardPath } from '../../shared/accounts/rules.ts'
import { appMessages } from '../../shared/app/messages.ts'
import { useSession } from '../session/use-session.ts'
import { LayoutDashboard, LogOut, PackageSearch } from '../ui/icons.tsx'
import { MenuItem, MenuLink } from '../ui/menu.tsx'
import { useShopLogout } from './use-shop-logout.ts'
import { UserMenu } from './user-menu.tsx'

/** The signed-in user's menu in the shop. */
export function AccountMenu() {
  const { userRole } = useSession()
  const logout = useShopLogout()
  return (
    <UserMenu>
      <MenuLink to={dashboardPath(userRole)}>
        <LayoutDashboard aria-hidden className="size-4.5 text-muted" /> {appMessages.dashboard}
      </MenuLink>
      {userRole === 'buyer' && (
        <MenuLink to="/order-tracking">
          <PackageSearch aria-hidden className="size-4.5 text-muted" /> {appMessages.orderTracking}
        </MenuLink>
      )}
      <MenuItem onSelect={logout}>
        <LogOut aria-hidden className="size-4.5 text-muted" /> {appMessages.logout}
      </MenuItem>
    </UserMenu>
  )
}
