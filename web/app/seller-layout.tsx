import { ClipboardList, LayoutDashboard, Package, PackagePlus, Settings } from 'lucide-react'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const SETTINGS = '/seller/settings'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/seller/dashboard', also: '/seller', text: 'Dashboard', Icon: LayoutDashboard },
  { to: '/seller/products', text: 'Products', Icon: Package },
  { to: '/seller/orders', text: 'Orders', Icon: ClipboardList },
  { to: '/seller/add-product', text: 'Add New', Icon: PackagePlus },
  { to: SETTINGS, text: 'Settings', Icon: Settings },
]

/** What surrounds the pages of a seller's stall. */
export function SellerLayout() {
  return <AreaLayout forRole="seller" name="Seller area" entries={ENTRIES} settingsPath={SETTINGS} />
}
