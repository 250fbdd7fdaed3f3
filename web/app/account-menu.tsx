import { LayoutDashboard, LogOut, PackageSearch } from 'lucide-react'
import { dashboardPath } from '../../shared/account/rules.ts'
import { useSession } from '../session/use-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { useShopLogout } from './use-shop-logout.ts'

/** The signed-in person's menu. */
export function AccountMenu() {
  const { userAvatar, userRole, displayName, email } = useSession()
  const logout = useShopLogout()
  return (
    <Menu
      label="Account menu"
      trigger={<Avatar src={userAvatar} size={40} className="border border-line" />}
      heading={
        <div className="mb-2 max-w-64 border-b border-line px-3 pt-1 pb-3">
          <p className="truncate font-semibold">{displayName}</p>
          {email !== displayName && <p className="truncate text-sm text-muted">{email}</p>}
        </div>
      }
    >
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
    </Menu>
  )
}
