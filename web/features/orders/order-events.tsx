import { useState } from 'react'
import { cancelReasons } from '../../../shared/fulfilment/cancel-messages.ts'
import type { CancelReason, NoteMark } from '../../../shared/fulfilment/constants.ts'
import { isUnanswered } from '../../../shared/fulfilment/rules.ts'
import type { BuyerSellerOrder, OrderEvent } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { LocalDate } from '../../ui/values.tsx'

interface OrderEventsProps {
  events: readonly OrderEvent[]
  sellerOrders: readonly BuyerSellerOrder[]
  /** True for the buyer, false for admins. */
  isOwn: boolean
}

/** The number of events shown at first. */
const SHOWN_AT_FIRST = 3

/** The events of an order, newest first. */
export function OrderEvents({ events, sellerOrders, isOwn }: OrderEventsProps) {
  // Every seller order has one, although the buyer placed one order.
  const firstPlaced = events.find(({ kind }) => kind === 'placed')
  const all = events
    .filter((event) => event.kind !== 'placed' || event === firstPlaced)
    // Goods that need no delivery are delivered with it.
    .filter(({ kind, facts }) => kind !== 'sent' || facts.delivery !== 'none')
    .toReversed()
  const [isWhole, setWhole] = useState(all.length <= SHOWN_AT_FIRST + 1)
  const shown = isWhole ? all : all.slice(0, SHOWN_AT_FIRST)
  return (
    <section
      aria-labelledby="what-happened"
      className="rounded-picture border border-line bg-surface p-4 sm:px-6 sm:py-5 print:border-0 print:p-0"
    >
      <h2 id="what-happened" className="mb-3 text-lg font-bold">
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
      {!isWhole && (
        <Button variant="ghost" size="small" className="mt-1 -ms-3 print:hidden" onClick={() => setWhole(true)}>
          {trackingMessages.allEvents({ count: all.length })}
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
