import { promiseText } from '../../../shared/fulfilment/delivery-texts.ts'
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
  const kind = kindOf(order.seller_orders ?? [])
  return (
    <p className={classNames('display text-xl text-balance', look)}>
      {typeof message === 'string' ? (
        message
      ) : (
        <Sentence message={message} values={{ kind, day: <CalendarDay day={day ?? ''} /> }} />
      )}
    </p>
  )
}

type Dated = (typeof orderMessages.headlines)['late' | 'shippedBy']

interface Headline {
  message: string | Dated
  day?: string
  look?: string
}

function headlineOf({ order_state, payment, seller_orders = [] }: OrderWithSellerOrders): Headline {
  const texts = orderMessages.headlines
  const dated = (text: string, withDay: Dated, day: string | undefined): Headline =>
    day === undefined ? { message: text } : { message: withDay, day }
  if (order_state === 'cancelled')
    return { message: orderMessages.cancelledBanner, look: `${BANNER} bg-danger-tint text-danger` }
  if (order_state === 'returned') return { message: orderMessages.returnedBanner, look: `${BANNER} bg-tint-strong` }
  if (payment?.transfer) return { message: texts.transfer }
  const open = openOf(seller_orders)
  const isCollected = kindOf(seller_orders) === 'pickup'
  const [ended, endedOn] = isCollected
    ? ([texts.collected, texts.collectedOn] as const)
    : ([texts.delivered, texts.deliveredOn] as const)
  if (order_state === 'delivered') return dated(ended, endedOn, lastOf(open.map(deliveredOn)))
  const promised = promiseOf(open, isCollected)
  const promise = promised && promiseText(promised)
  const unsent = open.filter(({ state }) => state === 'pending' || state === 'confirmed')
  const packages = open.flatMap(({ shipments }) => shipments)
  if (packages.some(({ state }) => state === 'lost')) return { message: texts.lost, look: BAD }
  const shipBy = lastOf(unsent.map(({ ship_by }) => ship_by))
  const today = dayOf(new Date())
  const due = unsent.flatMap(({ ship_by }) => (ship_by && ship_by < today ? [ship_by] : [])).sort()[0]
  if (due !== undefined) return { message: texts.late, day: due, look: BAD }
  if (open.length > 0 && unsent.length === 0) {
    if (isCollected) return { message: texts.ready }
    const expected = lastOf(packages.filter(({ state }) => state === 'sent').map(({ expected_on }) => expected_on))
    const day = expected ?? promised?.arrives_to
    if (day && day < today) return { message: texts.overdue, day, look: BAD }
    if (!expected && promise) return { message: texts.shippedPromised({ promise }) }
    return dated(texts.shipped, texts.shippedBy, expected)
  }
  if (packages.some(({ state }) => state === 'sent' || state === 'delivered'))
    return dated(texts.partly({ kind: kindOf(open) }), texts.partlyBy, shipBy)
  if (promise)
    return { message: (order_state === 'confirmed' ? texts.packingPromised : texts.receivedPromised)({ promise }) }
  if (order_state === 'confirmed') return dated(texts.packing, texts.packingBy, shipBy)
  return dated(texts.received, texts.receivedBy, shipBy)
}

function openOf(sellerOrders: readonly BuyerSellerOrder[]): BuyerSellerOrder[] {
  return sellerOrders.filter(({ state }) => state !== 'cancelled' && state !== 'returned')
}

/** Returns how all of an order reaches its buyer: as parcels where its parts differ. */
function kindOf(sellerOrders: readonly BuyerSellerOrder[]) {
  const [kind = 'parcel', ...others] = new Set(openOf(sellerOrders).map(({ delivery }) => delivery?.kind))
  return others.length ? 'parcel' : kind
}

/** Returns when all of an order arrives, if that was promised for each part, and all are parcels or all are collected. */
function promiseOf(open: readonly BuyerSellerOrder[], isCollected: boolean) {
  const deliveries = open.flatMap(({ delivery }) => delivery ?? [])
  const kind = isCollected ? ('pickup' as const) : ('parcel' as const)
  if (!deliveries.length || deliveries.length < open.length || deliveries.some((one) => one.kind !== kind))
    return undefined
  const from = deliveries.map(({ arrives_from }) => arrives_from).sort()[0]
  const to = lastOf(deliveries.map(({ arrives_to = null }) => arrives_to))
  return from && to ? { kind, name: '', arrives_from: from, arrives_to: to } : undefined
}

const deliveredOn = ({ delivered_at }: BuyerSellerOrder) => (delivered_at ? dayOf(new Date(delivered_at)) : null)

/** Returns the latest day; undefined when one is unknown. */
function lastOf(days: readonly (string | null)[]): string | undefined {
  return days.includes(null) ? undefined : (days.toSorted().at(-1) ?? undefined)
}
