import type { Role } from '../../../shared/accounts/constants.ts'
import { cancelReasonText } from '../../../shared/fulfilment/cancel-messages.ts'
import { returnReasonText } from '../../../shared/fulfilment/return-messages.ts'
import { isUnanswered } from '../../../shared/fulfilment/rules.ts'
import type { NotificationFacts } from '../../../shared/notifications/schema.ts'
import { type AnnouncedEvent, isAboutReturn, textFact } from './announced-order.ts'

/** Returns the facts of an event for a notification to a role: codes, days and dollars, formatted when it is read. */
export function factsOf(event: AnnouncedEvent, to: Role): NotificationFacts {
  const { order_id, sellerOrder } = event
  const units = Number(textFact(event, 'units'))
  const facts: Record<string, string | number | undefined> = {
    order_id,
    seller_order_id: sellerOrder?.seller_order_id,
    seller: sellerOrder?.seller_name,
    ship_by: sellerOrder?.ship_by ?? undefined,
    units: units || undefined,
    state: event.kind === 'state_set' ? textFact(event, 'to') : undefined,
    cancel_reason: event.kind === 'cancelled' ? cancelReasonOf(event, to) : undefined,
    return_reason: event.kind === 'return_requested' ? textFact(event, 'reason') : undefined,
    note: textFact(event, 'note') || undefined,
    amount: amountOf(event),
    pay_by: textFact(event, 'pay_by') || undefined,
    tracking: trackingOf(event),
    delivery: sellerOrder?.delivery?.kind,
    change: changeOf(event),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as NotificationFacts
}

function changeOf(event: AnnouncedEvent): string | undefined {
  if (event.kind === 'note') return textFact(event, 'mark')
  return isAboutReturn(event) || event.kind === 'resent' ? event.kind : undefined
}

function trackingOf(event: AnnouncedEvent): string | undefined {
  const [carrier, number] =
    event.kind === 'return_sent'
      ? [textFact(event, 'carrier'), textFact(event, 'tracking_number')]
      : [event.shipment?.carrier, event.shipment?.tracking_number]
  return [carrier, number].filter(Boolean).join(' ') || undefined
}

/** Returns an event's amount, in dollars. */
function amountOf(event: AnnouncedEvent): number | undefined {
  const amount = Number(textFact(event, 'amount'))
  return event.kind === 'cancelled' || !amount ? undefined : amount
}

/** Returns the reason for a cancellation or a return as text: the entered one, or that of the selected code. */
export function reasonOf(event: AnnouncedEvent, to: Role): string | undefined {
  if (event.kind === 'return_requested') return returnReasonText(textFact(event, 'reason'))
  if (event.kind !== 'cancelled') return undefined
  return textFact(event, 'note') || cancelReasonText(cancelReasonOf(event, to))
}

function cancelReasonOf(event: AnnouncedEvent, to: Role): string {
  const reason = textFact(event, 'reason')
  if (to === 'buyer' && reason === 'buyer_asked') return 'you_asked'
  return isUnanswered(event) ? 'not_answered' : reason
}

export function pathOf(role: 'buyer' | 'seller' | 'admin', orderId: string): string {
  if (role === 'buyer') return `/order-tracking?orderId=${orderId}`
  return role === 'seller' ? `/seller/orders/${orderId}` : `/admin/orders?track=${orderId}`
}
