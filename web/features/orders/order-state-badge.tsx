import type { OrderState } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { BadgeCheck, Clock, PackageCheck, RotateCcw, XCircle } from '../../ui/area-icons.ts'
import type { Icon } from '../../ui/icons.tsx'
import { StateBadge } from '../fulfilment/seller-order-state.tsx'

export const STATE_ICONS: Record<OrderState, Icon> = {
  pending: Clock,
  confirmed: BadgeCheck,
  delivered: PackageCheck,
  cancelled: XCircle,
  returned: RotateCcw,
}

/** The state of an order as a colored word. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return <StateBadge state={state}>{orderMessages.states[state]}</StateBadge>
}
