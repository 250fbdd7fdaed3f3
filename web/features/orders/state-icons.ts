import { BadgeCheck, Clock, type LucideIcon, PackageCheck, RotateCcw, XCircle } from 'lucide-react'
import type { OrderState } from '../../../shared/orders/constants.ts'

/** The icon of each state of an order. */
export const STATE_ICONS: Record<OrderState, LucideIcon> = {
  pending: Clock,
  confirmed: BadgeCheck,
  delivered: PackageCheck,
  cancelled: XCircle,
  returned: RotateCcw,
}
