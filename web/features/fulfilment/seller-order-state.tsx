import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import type { SellerOrderState } from '../../../shared/fulfilment/constants.ts'
import { stateText } from '../../../shared/fulfilment/delivery-texts.ts'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { BuyerReturn } from '../../../shared/fulfilment/return-schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { dayOf, formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatList } from '../../../shared/kernel/locale.ts'
import { classNames } from '../../ui/class-names.ts'
import { Sentence } from '../../ui/text.tsx'

const LOOKS: Record<SellerOrderState, string> = {
  pending: 'bg-warning-tint text-warning',
  confirmed: 'bg-info-tint text-info',
  shipped: 'bg-info-tint text-info',
  delivered: 'bg-good-tint text-good',
  cancelled: 'bg-danger-tint text-danger',
  returned: 'bg-tint-strong text-ink',
}

/** A state in the color of orders and seller orders. */
export function StateBadge({ state, children }: { state: SellerOrderState; children: string }) {
  return (
    <span className={classNames('inline-flex rounded-full px-2.5 py-0.5 text-sm font-semibold', LOOKS[state])}>
      {children}
    </span>
  )
}

interface SellerOrderStateProps {
  state: SellerOrderState
  delivery: Pick<OrderDelivery, 'kind'> | undefined
}

/** The state of a seller order as a colored word. */
export function SellerOrderStateBadge({ state, delivery }: SellerOrderStateProps) {
  return <StateBadge state={state}>{stateText(state, delivery)}</StateBadge>
}

interface ShipByProps {
  sellerOrder: { state: SellerOrderState; ship_by: string | null; delivery?: Pick<OrderDelivery, 'kind'> | undefined }
  /** Its color from that day on: red for the seller, who is to act. */
  late?: 'text-danger' | 'text-warning'
}

/** The ship-by day of a seller order with unsent units. */
export function ShipBy({ sellerOrder: { state, ship_by, delivery }, late = 'text-danger' }: ShipByProps) {
  if (!ship_by || (state !== 'pending' && state !== 'confirmed')) return null
  const isLate = ship_by <= today()
  return (
    <span className={classNames('sm:whitespace-nowrap', isLate && `font-medium ${late}`)}>
      <Sentence
        message={ship_by < today() ? progressMessages.late : progressMessages.shipBy}
        values={{ day: <CalendarDay day={ship_by} />, kind: delivery?.kind ?? 'parcel' }}
      />
    </span>
  )
}

/** A day of the calendar, which is the same in every time zone. */
export function CalendarDay({ day }: { day: string }) {
  return <time dateTime={day}>{formatCalendarDay(day)}</time>
}

const today = () => dayOf(new Date())

/** Returns the text for the state of a return. */
export function returnStateText({ state, sent_at }: Pick<BuyerReturn, 'state' | 'sent_at'>): string {
  return state === 'accepted' && sent_at ? returnMessages.onItsWay : returnMessages.states[state]
}

interface LineCountsProps {
  line: { cancelled: number; sent: number; returned_units: number }
}

/** The sent, returned and cancelled units of a line; renders nothing without any. */
export function LineCounts({ line: { cancelled, sent, returned_units } }: LineCountsProps) {
  const { counts } = progressMessages
  const parts = [
    sent > 0 && counts.sent({ units: sent }),
    returned_units > 0 && counts.returned({ units: returned_units }),
    cancelled > 0 && counts.cancelled({ units: cancelled }),
  ].filter((part) => part !== false)
  return parts.length > 0 && <span className="ms-1">· {formatList(parts)}</span>
}
