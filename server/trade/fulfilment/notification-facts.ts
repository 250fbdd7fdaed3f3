import type { Role } from '../../../shared/accounts/constants.ts'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import type { NotificationFacts } from '../../../shared/notifications/schema.ts'
import { type AnnouncedEvent, isAboutReturn, textFact } from './announced-order.ts'

/** Returns the facts of an event for a notification to a role. */
export function factsOf(event: AnnouncedEvent, to: Role): NotificationFacts {
  const { order_id, sellerOrder } = event
  const units = Number(textFact(event, 'units'))
  const facts: Record<string, string | number | undefined> = {
    order_id,
    seller_order_id: sellerOrder?.seller_order_id,
    seller: sellerOrder?.seller_name,
    ship_by: sellerOrder?.ship_by ? formatCalendarDay(sellerOrder.ship_by) : undefined,
    units: units || undefined,
    state: event.kind === 'state_set' ? textFact(event, 'to') : undefined,
    reason: reasonOf(event, to),
    note: textFact(event, 'note') || undefined,
    amount: amountOf(event),
    pay_by: textFact(event, 'pay_by') ? formatCalendarDay(textFact(event, 'pay_by')) : undefined,
    tracking: trackingOf(event),
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

export function amountOf(event: AnnouncedEvent): string | undefined {
  const amount = Number(textFact(event, 'amount'))
  return event.kind === 'cancelled' || !amount ? undefined : formatDollars(amount)
}

/** Returns the reason for a cancellation or a return: the entered text, or the text of the chosen reason. */
export function reasonOf(event: Pick<AnnouncedEvent, 'kind' | 'facts'>, to: Role): string | undefined {
  if (event.kind === 'return_requested') return returnReasonOf(event)
  if (event.kind !== 'cancelled') return undefined
  return textFact(event, 'note') || cancelReasonOf(event, to)
}

function cancelReasonOf(event: Pick<AnnouncedEvent, 'facts'>, to: Role): string | undefined {
  const reason = textFact(event, 'reason')
  if (to === 'buyer' && reason === 'buyer_asked') return orderMailMessages.youAsked
  const texts: Readonly<Record<string, string>> = actionMessages.reasons
  return texts[reason]
}

function returnReasonOf(event: Pick<AnnouncedEvent, 'facts'>): string | undefined {
  const texts: Readonly<Record<string, string>> = returnMessages.reasons
  return texts[textFact(event, 'reason')]
}

export function pathOf(role: 'buyer' | 'seller' | 'admin', orderId: string): string {
  if (role === 'buyer') return `/order-tracking?orderId=${orderId}`
  return role === 'seller' ? `/seller/orders/${orderId}` : `/admin/orders?track=${orderId}`
}
