import type { AdminSellerOrders } from '../../../../shared/fulfilment/schema.ts'
import { dayOf } from '../../../../shared/kernel/calendar.ts'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { addressLines } from '../../../../shared/orders/rules.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { MAX_DISPUTE_ANSWER_LENGTH } from '../../../../shared/payments/constants.ts'

type SellerOrder = AdminSellerOrders['seller_orders'][number]

const texts = adminPaymentMessages.answer
const dayAt = (at: string) => dayOf(new Date(at))

/** Returns what the marketplace knows of an order, for the bank: what was bought, where it went, and when it was delivered. */
export function disputeAnswer(order: AdminOrder, sellerOrders: readonly SellerOrder[]): string {
  const address = order.shipping_address
  const text = [
    texts.ordered(order.order_id, dayAt(order.created_at), formatDollars(order.total_count)),
    texts.address(address ? addressLines(address).join(', ') : ''),
    ...sellerOrders.flatMap((sellerOrder) => [
      '',
      texts.seller(sellerOrder.seller_name),
      ...linesOf(sellerOrder),
      ...shipmentsOf(sellerOrder),
    ]),
  ].join('\n')
  return text.slice(0, MAX_DISPUTE_ANSWER_LENGTH)
}

function linesOf({ lines }: SellerOrder): string[] {
  return lines.map(({ quantity, product_name, unit_price }) =>
    texts.line(quantity, product_name, formatDollars(unit_price)),
  )
}

function shipmentsOf({ shipments }: SellerOrder): string[] {
  if (!shipments.length) return [texts.notSent]
  return shipments.map(({ sent_at, carrier, tracking_number, tracking_url, delivered_at }) => {
    const sent = texts.sent(dayAt(sent_at), [carrier, tracking_number, tracking_url].filter(Boolean).join(' '))
    return delivered_at ? `${sent} ${texts.delivered(dayAt(delivered_at))}` : sent
  })
}
