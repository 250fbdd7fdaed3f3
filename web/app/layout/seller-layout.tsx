import { areaMessages } from '../../../shared/app/area-messages.ts'
import { ClipboardList, MessageSquare, Package, PackagePlus, Settings, Truck } from '../../ui/area-icons.ts'
import { LayoutDashboard } from '../../ui/icons.tsx'
import { type AreaEntry, AreaLayout } from './area-layout.tsx'

const SETTINGS = '/seller/settings'

const ENTRIES: readonly AreaEntry[] = [
  { to: '/seller/dashboard', also: '/seller', text: areaMessages.dashboard, Icon: LayoutDashboard },
  { to: '/seller/products', text: areaMessages.products, Icon: Package },
  { to: '/seller/orders?view=send', text: areaMessages.orders, Icon: ClipboardList },
  { to: '/seller/messages', text: areaMessages.messages, Icon: MessageSquare },
  { to: '/seller/add-product', text: areaMessages.addNew, Icon: PackagePlus },
  { to: '/seller/delivery', text: areaMessages.delivery, Icon: Truck },
  { to: SETTINGS, text: areaMessages.settings, Icon: Settings },
]

export function SellerLayout() {
  return (
    <AreaLayout
      forRole="seller"
      name={areaMessages.sellerArea}
      entries={ENTRIES}
      settingsPath={SETTINGS}
      notificationsPath="/seller/notifications"
    />
  )
}
