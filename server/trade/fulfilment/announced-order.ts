import { type OrderEventKind, type OrderEventRole, RETURN_EVENT_KINDS } from '../../../shared/fulfilment/constants.ts'
import type { AgreedVersions } from '../../pages/mail/layout.ts'
import type { SellerOrderRow } from '../orders/seller-order-queries.ts'
import type { PaymentOfOrder } from '../payments/order-payment-queries.ts'
import type { ShipmentRow } from './queries.ts'

/** The ship-by day is null once nothing is left to send. */
export interface AnnouncedSellerOrder
  extends Pick<SellerOrderRow, 'seller_order_id' | 'ship_by' | 'goods' | 'lines' | 'delivery'> {
  seller_name: string
  /** The only part of the address that is shown; empty when none was entered, or nothing is sent. */
  town: string
}

export interface AnnouncedEvent extends AgreedVersions {
  event_number: number
  order_id: string
  kind: OrderEventKind
  by_role: OrderEventRole
  facts: Readonly<Record<string, unknown>>
  /** Absent for events of the whole order. */
  sellerOrder?: AnnouncedSellerOrder | undefined
  shipment?: ShipmentRow | undefined
  /** Payment of an order that an admin has stopped; absent when it is paid outside the marketplace. */
  payment?: PaymentOfOrder | undefined
  /** The return address. */
  instructions?: string | undefined
}

/** Returns a fact as text; empty when missing. */
export function textFact({ facts }: Pick<AnnouncedEvent, 'facts'>, name: string): string {
  const value = facts[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function isAboutReturn({ kind }: Pick<AnnouncedEvent, 'kind'>): boolean {
  return RETURN_EVENT_KINDS.some((other) => other === kind)
}

export function unitsByLine({ facts }: Pick<AnnouncedEvent, 'facts'>): [line: number, units: number][] {
  const lines: unknown = facts.lines
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line: unknown) =>
    Array.isArray(line) && line.length === 2 ? [[Number(line[0]), Number(line[1])] as [number, number]] : [],
  )
}

/** Drops refunds that failed later in the same batch; only the failure is announced. */
export function withoutFailedRefunds<Event extends Pick<AnnouncedEvent, 'kind' | 'facts'>>(events: readonly Event[]) {
  const failed = new Set(events.filter(isFailedRefund).map(({ facts }) => facts.refund_id))
  return events.filter(({ kind, facts }) => kind !== 'refunded' || !facts.refund_id || !failed.has(facts.refund_id))
}

export function isFailedRefund({ kind, facts }: Pick<AnnouncedEvent, 'kind' | 'facts'>): boolean {
  return kind === 'note' && facts.mark === 'refund_failed'
}

/** Drops pairs of a shipment that was sent and then undone. */
export function withoutVoided<Event extends Pick<AnnouncedEvent, 'kind' | 'facts'>>(events: readonly Event[]) {
  const numbersOf = (kind: OrderEventKind) =>
    new Set(events.filter((event) => event.kind === kind).map((event) => textFact(event, 'shipment_number')))
  const [sent, voided] = [numbersOf('sent'), numbersOf('voided')]
  return events.filter((event) => {
    const number = textFact(event, 'shipment_number')
    return !number || !sent.has(number) || !voided.has(number)
  })
}
