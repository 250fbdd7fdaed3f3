import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Sentence } from '../../ui/text.tsx'
import { CalendarDay } from '../fulfilment/seller-order-state.tsx'
import type { OrderWithSellerOrders } from './orders-api.ts'
import { isEnded } from './payment-fact.tsx'

/** The state of an order in one dated sentence; renders nothing for ended orders, which have a banner. */
export function OrderHeadline({ order }: { order: OrderWithSellerOrders }) {
  if (isEnded(order)) return null
  const { message, day } = headlineOf(order)
  return (
    <p className={classNames('display text-xl text-balance', UNWELCOME.includes(message) && 'text-warning')}>
      {typeof message === 'string' ? (
        message
      ) : (
        <Sentence message={message} values={{ day: <CalendarDay day={day ?? ''} /> }} />
      )}
    </p>
  )
}

type Headline = (typeof orderMessages.headlines)[keyof typeof orderMessages.headlines]
const { late, lost, overdue } = orderMessages.headlines
const UNWELCOME: readonly Headline[] = [late, lost, overdue]

function headlineOf({ order_state, payment, seller_orders = [] }: OrderWithSellerOrders): {
  message: Headline
  day?: string
} {
  const texts = orderMessages.headlines
  const dated = (text: Headline, withDay: Headline, day: string | undefined) =>
    day === undefined ? { message: text } : { message: withDay, day }
  if (payment?.transfer) return { message: texts.transfer }
  const open = seller_orders.filter(({ state }) => state !== 'cancelled' && state !== 'returned')
  if (order_state === 'delivered') return dated(texts.delivered, texts.deliveredOn, lastOf(open.map(deliveredOn)))
  const unsent = open.filter(({ state }) => state === 'pending' || state === 'confirmed')
  const packages = open.flatMap(({ shipments }) => shipments)
  if (packages.some(({ state }) => state === 'lost')) return { message: lost }
  const shipBy = lastOf(unsent.map(({ ship_by }) => ship_by))
  const today = dayOf(new Date())
  const due = unsent.flatMap(({ ship_by }) => (ship_by && ship_by < today ? [ship_by] : [])).sort()[0]
  if (due !== undefined) return { message: late, day: due }
  if (open.length > 0 && unsent.length === 0) {
    const day = lastOf(packages.filter(({ state }) => state === 'sent').map(({ expected_on }) => expected_on))
    return dated(texts.shipped, day && day < today ? overdue : texts.shippedBy, day)
  }
  if (packages.some(({ state }) => state === 'sent' || state === 'delivered'))
    return dated(texts.partly, texts.partlyBy, shipBy)
  if (order_state === 'confirmed') return dated(texts.packing, texts.packingBy, shipBy)
  return dated(texts.received, texts.receivedBy, shipBy)
}

const deliveredOn = ({ delivered_at }: BuyerSellerOrder) => (delivered_at ? dayOf(new Date(delivered_at)) : null)

/** Returns the last day; undefined when one is not known. */
function lastOf(days: readonly (string | null)[]): string | undefined {
  return days.includes(null) ? undefined : (days.toSorted().at(-1) ?? undefined)
}
