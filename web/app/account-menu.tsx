import { LayoutDashboard, LogOut, PackageSearch } from 'lucide-react'
import { dashboardPath } from '../../shared/account/rules.ts'
import { useSession } from '../session/use-session.ts'
import { MenuItem, MenuLink } from '../ui/menu.tsx'
import { PersonMenu } from './person-menu.tsx'
import { useShopLogout } from './use-shop-logout.ts'

/** The signed-in person's menu. */
export function AccountMenu() {
  const { userRole } = useSession()
  const logout = useShopLogout()
  return (
    <PersonMenu>
      <MenuLink to={dashboardPath(userRole)}>
        <LayoutDashboard aria-hidden className="size-4.5 text-muted" /> Dashboard
      </MenuLink>
      {userRole === 'buyer' && (
        <MenuLink to="/order-tracking">
          <PackageSearch aria-hidden className="size-4.5 text-muted" /> Order Tracking
        </MenuLink>
      )}
      <MenuItem onSelect={logout}>
        <LogOut aria-hidden className="size-4.5 text-muted" /> Logout
      </MenuItem>
    </PersonMenu>
  )
}
