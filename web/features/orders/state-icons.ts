import type { OrderState } from '../../../shared/orders/constants.ts'
import { BadgeCheck, Clock, type Icon, PackageCheck, RotateCcw, XCircle } from '../../ui/icons.tsx'

/** The icon of each state of an order. */
export const STATE_ICONS: Record<OrderState, Icon> = {
  pending: Clock,
  confirmed: BadgeCheck,
  delivered: PackageCheck,
  cancelled: XCircle,
  returned: RotateCcw,
}
