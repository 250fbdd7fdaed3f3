import { useState } from 'react'
import { cancelReasons } from '../../../shared/fulfilment/cancel-messages.ts'
import type { CancelReason, NoteMark } from '../../../shared/fulfilment/constants.ts'
import { isUnanswered } from '../../../shared/fulfilment/rules.ts'
import type { BuyerSellerOrder, OrderEvent } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { type OrderState, TIMELINE_STATES } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import { LegalVersions } from '../../session/legal-line.tsx'
import { TestMode } from '../../session/test-mode.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { ChargeRows } from '../cart/charge-rows.tsx'
import { AddAddress } from './address-form.tsx'
import { OrderHeadline } from './order-headline.tsx'
import { OrderStateBadge, STATE_ICONS } from './order-state-badge.tsx'
import { OrderUnits } from './order-units.tsx'
import type { OrderWithSellerOrders } from './orders-api.ts'
import { DeliveryFacts, TransferNote } from './payment-fact.tsx'
import { SellerOrderCard } from './seller-order-card.tsx'

const card = 'rounded-picture border border-line bg-surface p-4 sm:px-6 sm:py-5 print:border-0 print:p-0'

/** An order as its buyer sees it: its state in a sentence, and below that, in two columns of the page's grid, the rest. */
export function OrderDetails({ order }: { order: OrderWithSellerOrders }) {
  const { userId } = useSession()
  const { seller_orders: sellerOrders = [], events = [] } = order
  const isOwn = order.buyer_id === userId
  return (
    <>
      <section aria-labelledby="order" className="grid content-start gap-2">
        <OrderHeadline order={order} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          <h2 id="order" className="font-semibold text-ink">
            {orderMessages.order({ orderId: order.order_id })}
          </h2>
          <span>
            <Sentence message={orderMessages.placedAt} values={{ time: <LocalDate at={order.created_at} precise /> }} />
          </span>
          <OrderStateBadge state={order.order_state} />
          <PrintButton />
        </div>
      </section>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:col-span-2 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-1 gap-6 empty:hidden">
          <TransferNote order={order} />
          {sellerOrders.map((sellerOrder) => (
            <SellerOrderCard key={sellerOrder.number} order={order} sellerOrder={sellerOrder} isOwn={isOwn} />
          ))}
        </div>
        <div className="grid grid-cols-1 gap-6 lg:col-start-2 lg:row-span-2">
          <OrderTimeline state={order.order_state} placedAt={order.created_at} sellerOrders={sellerOrders} />
          <Receipt order={order} />
          <section aria-labelledby="delivery" className={card}>
            <h2 id="delivery" className="mb-3 display text-lg">
              {orderMessages.deliveryAndPayment}
            </h2>
            <DeliveryFacts order={order} className="sm:grid-cols-2" />
            <div className="mt-4 empty:hidden">
              <AddAddress order={order} />
            </div>
            <LegalVersions agreed={order.agreed} />
            <TestMode className="mt-4 print:px-0" />
          </section>
        </div>
        {events.length > 0 && <OrderEvents events={events} sellerOrders={sellerOrders} isOwn={isOwn} />}
      </div>
    </>
  )
}

function Receipt({ order }: { order: OrderWithSellerOrders }) {
  const refunded = order.payment?.refunded ?? 0
  return (
    <section aria-labelledby="products" className="receipt">
      <h2 id="products" className="mb-2 display text-lg">
        {orderMessages.products}
      </h2>
      <div className="@container">
        {/* Scrolls with very large text. */}
        <div className="relative @max-[14rem]:overflow-x-auto">
          <OrderUnits lines={order.lines} />
        </div>
      </div>
      <div className="pt-3 empty:hidden">
        <ChargeRows charges={order.charges} />
      </div>
      <p className="leader pt-4 text-lg font-bold">
        <span>{orderMessages.total}</span> <Price amount={order.total_count} />
      </p>
      {refunded > 0 && (
        <p className="leader pt-1 text-muted">
          <span>{paymentWords.refunded}</span> <Price amount={refunded} />
        </p>
      )}
    </section>
  )
}

const PROGRESS = {
  done: { circle: 'border-good bg-good-tint text-good', spoken: orderMessages.stepDone, text: 'text-good' },
  current: { circle: 'border-info bg-info-tint text-info', spoken: orderMessages.stepCurrent, text: 'text-info' },
  ahead: { circle: 'border-line bg-tint text-muted', spoken: orderMessages.stepAhead, text: 'text-muted' },
} as const

interface OrderTimelineProps {
  state: OrderState
  placedAt: string
  sellerOrders: readonly Pick<BuyerSellerOrder, 'state' | 'confirmed_at' | 'delivered_at'>[]
}

function OrderTimeline({ state, placedAt, sellerOrders }: OrderTimelineProps) {
  if (state === 'cancelled' || state === 'returned') return null
  const current = TIMELINE_STATES.indexOf(state)
  const times = { pending: placedAt, ...timesOf(sellerOrders) }
  return (
    <ol aria-label={orderMessages.progress} className="grid">
      {TIMELINE_STATES.map((step, index) => (
        <TimelineStep
          key={step}
          step={step}
          progress={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          first={index === 0}
          at={index <= current ? times[step] : undefined}
        />
      ))}
    </ol>
  )
}

function timesOf(sellerOrders: OrderTimelineProps['sellerOrders']): { confirmed?: string; delivered?: string } {
  const open = sellerOrders.filter(({ state }) => state !== 'cancelled')
  const confirmed = open.flatMap(({ confirmed_at }) => confirmed_at ?? []).sort()[0]
  const delivered = open.flatMap(({ delivered_at }) => delivered_at ?? []).sort()
  const last = delivered.length === open.length ? delivered.at(-1) : undefined
  return { ...(confirmed && { confirmed }), ...(last && { delivered: last }) }
}

interface TimelineStepProps {
  step: (typeof TIMELINE_STATES)[number]
  progress: keyof typeof PROGRESS
  first: boolean
  at?: string | undefined
}

function TimelineStep({ step, progress, first, at }: TimelineStepProps) {
  const look = PROGRESS[progress]
  const Icon = progress === 'done' ? Check : STATE_ICONS[step]
  return (
    <li
      aria-current={progress === 'current' ? 'step' : undefined}
      data-progress={progress}
      className="relative flex items-center gap-3 not-first:pt-3"
    >
      {!first && (
        <span
          aria-hidden
          className={classNames('absolute start-3.25 top-0 h-3 w-0.5', progress === 'ahead' ? 'bg-line' : 'bg-good')}
        />
      )}
      <span className={classNames('grid size-7 shrink-0 place-items-center rounded-full border-2', look.circle)}>
        <Icon aria-hidden className="size-3.5" />
      </span>
      <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className={classNames('font-semibold', look.text)}>{orderMessages.states[step]}</span>
        <span className="text-sm text-muted">{at ? <LocalDate at={at} precise /> : look.spoken}</span>
        {at && <span className="sr-only">{look.spoken}</span>}
      </span>
    </li>
  )
}

interface OrderEventsProps {
  events: readonly OrderEvent[]
  sellerOrders: readonly BuyerSellerOrder[]
  /** True for the buyer, false for admins. */
  isOwn: boolean
}

/** The number of events shown by default. */
const SHOWN_AT_FIRST = 3

function OrderEvents({ events, sellerOrders, isOwn }: OrderEventsProps) {
  // Every seller order has one, although the buyer placed one order.
  const firstPlaced = events.find(({ kind }) => kind === 'placed')
  const all = events
    .filter((event) => event.kind !== 'placed' || event === firstPlaced)
    // Goods that need no delivery are delivered with it.
    .filter(({ kind, facts }) => kind !== 'sent' || facts.delivery !== 'none')
    .toReversed()
  const isLong = all.length > SHOWN_AT_FIRST + 1
  const [isWhole, setWhole] = useState(false)
  const shown = isLong && !isWhole ? all.slice(0, SHOWN_AT_FIRST) : all
  return (
    <section aria-labelledby="what-happened" className={card}>
      <h2 id="what-happened" className="mb-3 display text-lg">
        {trackingMessages.history}
      </h2>
      <ol className="grid gap-2 text-sm">
        {shown.map((event) => {
          const note = noteOf(event)
          return (
            <li key={event.event_number} className="grid items-baseline gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto]">
              <span className="min-w-0 wrap-anywhere">
                {textOf(event, sellerOf(event, sellerOrders), isOwn)}
                {note !== undefined && (
                  <span className="block text-muted">{trackingMessages.reasonGiven({ note })}</span>
                )}
              </span>
              <span className="text-muted">
                <LocalDate at={event.at} precise />
              </span>
            </li>
          )
        })}
      </ol>
      {isLong && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isWhole}
          className="mt-1 -ms-3 print:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? progressMessages.showFewer : trackingMessages.allEvents({ count: all.length })}
        </Button>
      )}
    </section>
  )
}

function textOf({ kind, by_role, facts }: OrderEvent, seller: string, isOwn: boolean): string {
  const events = isOwn ? trackingMessages.events : { ...trackingMessages.events, ...trackingMessages.eventsOfBuyer }
  const values = { seller, units: Number(facts.units ?? 0) }
  const amount = Number(facts.amount)
  const { delivery } = facts
  if (kind === 'sent' && delivery === 'pickup') return events.ready(values)
  if (kind === 'delivered' && delivery)
    return (delivery === 'pickup' ? events.collected : events.deliveredAtOnce)(values)
  if (kind === 'sent' && typeof facts.carrier === 'string' && facts.carrier)
    return events.sentWith({ ...values, carrier: facts.carrier })
  if (kind === 'cancelled' && facts.reason === ('lost' satisfies CancelReason)) return events.cancelledAsLost(values)
  if (kind === 'cancelled' && by_role === 'buyer') return events.cancelledByBuyer(values)
  if (kind === 'delivered' && by_role === 'buyer') return events.received(values)
  if (kind === 'refunded' && amount > 0) return events.amountRefunded({ amount: formatAmount(amount) })
  if (kind === 'note' && facts.mark === ('seller_suspended' satisfies NoteMark)) return events.sellerSuspended(values)
  if (facts.mark === 'refund_failed') return events.refundFailed({ amount: formatAmount(amount) })
  const text = events[kind]
  return typeof text === 'function' ? text(values) : text
}

function noteOf(event: OrderEvent): string | undefined {
  if (typeof event.facts.note === 'string') return event.facts.note
  return event.kind === 'cancelled' && isUnanswered(event) ? cancelReasons.not_answered : undefined
}

function sellerOf({ seller_order_number }: OrderEvent, sellerOrders: readonly BuyerSellerOrder[]): string {
  return sellerOrders.find(({ number }) => number === seller_order_number)?.seller.name ?? ''
}
