import type { CancelReason, NoteMark } from '../../../shared/fulfilment/constants.ts'
import type { BuyerSellerOrder, OrderEvent } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'

interface OrderEventsProps {
  events: readonly OrderEvent[]
  sellerOrders: readonly BuyerSellerOrder[]
  /** True for the buyer, false for admins. */
  isOwn: boolean
}

/** The events of an order, oldest first. */
export function OrderEvents({ events, sellerOrders, isOwn }: OrderEventsProps) {
  // Each seller order has one, for a single action of the buyer.
  const firstPlaced = events.find(({ kind }) => kind === 'placed')
  const shown = events.filter((event) => event.kind !== 'placed' || event === firstPlaced)
  return (
    <section
      aria-labelledby="what-happened"
      className="rounded-2xl border border-line bg-surface p-4 sm:p-6 print:border-0 print:p-0"
    >
      <h2 id="what-happened" className="mb-3 text-lg font-bold">
        {trackingMessages.history}
      </h2>
      <ol className="grid gap-3">
        {shown.map((event) => (
          <li key={event.event_number} className="grid items-baseline gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="min-w-0 wrap-anywhere">
              <Sentence text={textOf(event, isOwn)} parts={{ seller: sellerOf(event, sellerOrders) }} />
              {typeof event.facts.note === 'string' && (
                <span className="block text-sm text-muted">{trackingMessages.reasonGiven({ note: event.facts.note })}</span>
              )}
            </span>
            <span className="text-sm text-muted">
              <LocalDate at={event.at} precise />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function textOf({ kind, by_role, facts }: OrderEvent, isOwn: boolean): string {
  const events = isOwn ? trackingMessages.events : { ...trackingMessages.events, ...trackingMessages.eventsOfBuyer }
  const units = Number(facts.units ?? 0)
  if (kind === 'sent') return events.sent(units, typeof facts.carrier === 'string' ? facts.carrier : '')
  if (kind === 'cancelled' && facts.reason === ('lost' satisfies CancelReason)) return events.cancelledAsLost(units)
  if (kind === 'cancelled') return by_role === 'buyer' ? events.cancelledByBuyer(units) : events.cancelled(units)
  if (kind === 'delivered' && by_role === 'buyer') return events.received
  if (kind === 'refunded') return events.refunded(Number(facts.amount) > 0 ? formatDollars(Number(facts.amount)) : '')
  if (kind === 'note' && facts.mark === ('seller_suspended' satisfies NoteMark)) return events.sellerSuspended
  if (facts.mark === 'refund_failed') return events.refundFailed(formatDollars(Number(facts.amount)))
  const text = events[kind]
  return typeof text === 'function' ? text(units) : text
}

function sellerOf({ seller_order_number }: OrderEvent, sellerOrders: readonly BuyerSellerOrder[]): string {
  return sellerOrders.find(({ number }) => number === seller_order_number)?.seller.name ?? ''
}
