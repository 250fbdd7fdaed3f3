import { ClipboardList, LayoutDashboard, Package, Users } from 'lucide-react'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/admin', exact: true, text: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/products', text: 'Products', Icon: Package },
  { to: '/admin/orders', text: 'Orders', Icon: ClipboardList },
  { to: '/admin/users', text: 'Users', Icon: Users },
]

/** What surrounds the pages of those who run the market. */
export function AdminLayout() {
  return <AreaLayout forRole="admin" name="Admin area" entries={ENTRIES} settingsPath="/admin/settings" />
}
