import type { ReturnReason } from '../../shared/fulfilment/constants.ts'
import { demoBuyers, demoSellers } from './accounts.ts'
import type { EventRow, SellerOrderRow, ShipmentRow } from './fulfilment.ts'
import { DAY_MS, type OrderRow } from './generate-orders.ts'

export interface ReturnRow {
  order_number: number
  seller_id: string
  state: 'requested' | 'accepted'
  reason: ReturnReason
  note: string
  instructions: string | null
  carrier: string | null
  tracking_number: string | null
  requested_at: Date
  answered_at: Date | null
  sent_at: Date | null
  line_number: number
}

/** What buyers have asked the seller of the demo for; each is of an order that was delivered before so many days. */
const RETURNS = [
  { days: 2, state: 'requested', reason: 'wrong_item', note: 'I was sent another one than I ordered.' },
  { days: 6, state: 'accepted', reason: 'no_longer_needed', note: 'I have bought it twice.' },
] as const
const INSTRUCTIONS =
  'Harbor Street Tech, Returns\n12 Harbor Street\nPlease write the number of the order on the parcel.'
const HOUR_MS = DAY_MS / 24

/** Returns one unit that is to be answered, and one on its way back, with what happened to them. */
export function demoReturns(
  { sellerOrders, shipments }: { sellerOrders: readonly SellerOrderRow[]; shipments: readonly ShipmentRow[] },
  orders: readonly OrderRow[],
  now: Date,
): { returns: ReturnRow[]; events: EventRow[] } {
  const { user_id: seller_id } = demoSellers['harbor-tech']
  const buyers = new Map(orders.map(({ order_number, buyer_id }) => [order_number, buyer_id]))
  const came = sellerOrders
    .filter(
      (sellerOrder) =>
        sellerOrder.seller_id === seller_id && sellerOrder.state === 'delivered' && sellerOrder.delivered_at !== null,
    )
    .sort((one, other) => (other.delivered_at?.getTime() ?? 0) - (one.delivered_at?.getTime() ?? 0))
  const returns: ReturnRow[] = []
  const events: EventRow[] = []
  for (const { days, state, reason, note } of RETURNS) {
    const old = came.filter(({ delivered_at }) => Number(delivered_at) < now.getTime() - days * DAY_MS)
    // The account printed at the start has one of its own where it can.
    const sellerOrder = old.find(({ order_number }) => buyers.get(order_number) === demoBuyers[0]?.user_id) ?? old[0]
    if (sellerOrder) came.splice(came.indexOf(sellerOrder), 1)
    const sent = shipments.find((one) => one.order_number === sellerOrder?.order_number && one.seller_id === seller_id)
    const line_number = sent?.lines[0]?.line_number
    if (!sellerOrder?.delivered_at || line_number === undefined) continue
    const { order_number, delivered_at } = sellerOrder
    const hoursLater = (hours: number) => new Date(delivered_at.getTime() + hours * HOUR_MS)
    const isAccepted = state === 'accepted'
    returns.push({
      order_number,
      seller_id,
      state,
      reason,
      note,
      line_number,
      requested_at: hoursLater(20),
      instructions: isAccepted ? INSTRUCTIONS : null,
      answered_at: isAccepted ? hoursLater(30) : null,
      carrier: isAccepted ? 'DPD' : null,
      tracking_number: isAccepted ? '09884031127750' : null,
      sent_at: isAccepted ? hoursLater(44) : null,
    })
    const units = { units: 1, lines: [[line_number, 1]] }
    const steps: [EventRow['kind'], 'buyer' | 'seller', number, object][] = [
      ['return_requested', 'buyer', 20, { reason, note }],
      ['return_accepted', 'seller', 30, {}],
      ['return_sent', 'buyer', 44, { carrier: 'DPD', tracking_number: '09884031127750' }],
    ]
    for (const [kind, by_role, hours, facts] of isAccepted ? steps : steps.slice(0, 1))
      events.push({
        order_number,
        seller_id,
        kind,
        by_role,
        request_id: null,
        created_at: hoursLater(hours),
        by_user: by_role === 'seller' ? seller_id : (buyers.get(order_number) ?? null),
        facts: { ...units, ...facts },
      })
  }
  return { returns, events }
}
