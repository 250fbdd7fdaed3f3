import { STRIPE_API_VERSION } from '../stripe/api-version.ts'
import { type Books, type Desk, newId, unixSeconds } from './books.ts'
import { insertEvent, type NewEvent } from './event-queries.ts'

/** What happens to objects, in Stripe's words. */
export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.canceled'
  | 'payment_intent.amount_capturable_updated'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'

/** Writes the event of a change, with the object as it is after it, and draws when it arrives. */
export async function writeEvent(books: Books, type: EventType, intentId: string, object: object): Promise<void> {
  await insertEvent(books.tx, eventOf(books, type, intentId, object))
}

/** Returns the event of a change that is not written yet, with the times at which it arrives. */
export function eventOf(desk: Desk, type: EventType, intent_id: string, object: object): NewEvent {
  const { now, request, schedule } = desk
  const event_id = newId('evt')
  const content = JSON.stringify({
    id: event_id,
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  })
  const arrivals = schedule()
  return {
    event_id,
    type,
    intent_id,
    content,
    created_at: now,
    in_order: arrivals.map(({ inOrder }) => inOrder),
    due_at: arrivals.map(({ delayMs }) => new Date(now.getTime() + delayMs)),
  }
}
