import type { OrderState } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { BadgeCheck, Clock, type Icon, PackageCheck, RotateCcw, XCircle } from '../../ui/icons.tsx'

/** The icon of each state of an order. */
export const STATE_ICONS: Record<OrderState, Icon> = {
  pending: Clock,
  confirmed: BadgeCheck,
  delivered: PackageCheck,
  cancelled: XCircle,
  returned: RotateCcw,
}

const LOOKS: Record<OrderState, string> = {
  pending: 'bg-accent-tint text-accent-strong',
  confirmed: 'bg-info-tint text-info',
  delivered: 'bg-good-tint text-good',
  cancelled: 'bg-danger-tint text-danger',
  returned: 'bg-tint-strong text-ink',
}

/** The state of an order as a colored word. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return (
    <span className={classNames('inline-flex rounded-full px-2.5 py-0.5 text-sm font-semibold', LOOKS[state])}>
      {orderMessages.states[state]}
    </span>
  )
}
