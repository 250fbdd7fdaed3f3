import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Sentence } from '../../ui/text.tsx'
import { CalendarDay } from '../fulfilment/seller-order-state.tsx'
import type { OrderWithSellerOrders } from './orders-api.ts'

const BAD = 'text-warning'
const BANNER = 'rounded-picture px-5 py-4'

/** The state of an order in one dated sentence; a banner when it was cancelled or returned. */
export function OrderHeadline({ order }: { order: OrderWithSellerOrders }) {
  const { message, day, look } = headlineOf(order)
  return (
    <p className={classNames('display text-xl text-balance', look)}>
      {typeof message === 'string' ? (
        message
      ) : (
        <Sentence message={message} values={{ day: <CalendarDay day={day ?? ''} /> }} />
      )}
    </p>
  )
}

interface Headline {
  message: string | (typeof orderMessages.headlines)['late']
  day?: string
  look?: string
}

function headlineOf({ order_state, payment, seller_orders = [] }: OrderWithSellerOrders): Headline {
  const texts = orderMessages.headlines
  const dated = (text: string, withDay: typeof texts.late, day: string | undefined): Headline =>
    day === undefined ? { message: text } : { message: withDay, day }
  if (order_state === 'cancelled')
    return { message: orderMessages.cancelledBanner, look: `${BANNER} bg-danger-tint text-danger` }
  if (order_state === 'returned') return { message: orderMessages.returnedBanner, look: `${BANNER} bg-tint-strong` }
  if (payment?.transfer) return { message: texts.transfer }
  const open = seller_orders.filter(({ state }) => state !== 'cancelled' && state !== 'returned')
  if (order_state === 'delivered') return dated(texts.delivered, texts.deliveredOn, lastOf(open.map(deliveredOn)))
  const unsent = open.filter(({ state }) => state === 'pending' || state === 'confirmed')
  const packages = open.flatMap(({ shipments }) => shipments)
  if (packages.some(({ state }) => state === 'lost')) return { message: texts.lost, look: BAD }
  const shipBy = lastOf(unsent.map(({ ship_by }) => ship_by))
  const today = dayOf(new Date())
  const due = unsent.flatMap(({ ship_by }) => (ship_by && ship_by < today ? [ship_by] : [])).sort()[0]
  if (due !== undefined) return { message: texts.late, day: due, look: BAD }
  if (open.length > 0 && unsent.length === 0) {
    const day = lastOf(packages.filter(({ state }) => state === 'sent').map(({ expected_on }) => expected_on))
    if (day && day < today) return { message: texts.overdue, day, look: BAD }
    return dated(texts.shipped, texts.shippedBy, day)
  }
  if (packages.some(({ state }) => state === 'sent' || state === 'delivered'))
    return dated(texts.partly, texts.partlyBy, shipBy)
  if (order_state === 'confirmed') return dated(texts.packing, texts.packingBy, shipBy)
  return dated(texts.received, texts.receivedBy, shipBy)
}

const deliveredOn = ({ delivered_at }: BuyerSellerOrder) => (delivered_at ? dayOf(new Date(delivered_at)) : null)

/** Returns the latest day; undefined when one is unknown. */
function lastOf(days: readonly (string | null)[]): string | undefined {
  return days.includes(null) ? undefined : (days.toSorted().at(-1) ?? undefined)
}
