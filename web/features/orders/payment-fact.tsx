import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { dayOf, formatCalendarDay } from '../../../shared/kernel/calendar.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { paymentMeans } from '../../../shared/orders/card-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { paymentMessages, paymentWords } from '../../../shared/payments/messages.ts'
import { heldOf } from '../../../shared/payments/payment-texts.ts'
import { useSite } from '../../api/site.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DeliveryNote } from '../fulfilment/delivery-note.tsx'
import type { OrderWithSellerOrders } from './orders-api.ts'
import { Fact, ShippingAddress } from './shipping-address.tsx'

/** The payment method and state of an order. */
export function PaymentFact({ order }: { order: OrderWithSellerOrders }) {
  const { payments } = useSite()
  const { payment, payment_method, seller_orders } = order
  const held = payment && isEnded(order) && UNREMARKABLE.includes(payment.label) ? heldOf(payment) : 0
  // With payments, a new order has neither yet.
  const elsewhere = isEnded(order) ? paymentWords.notRefundedHere : paymentWords.notPaidHere
  const label = payment?.label ?? (!payments || seller_orders ? elsewhere : undefined)
  return (
    <>
      <bdi>{paymentMeans(payment_method, payment)}</bdi>
      {label && (
        <span className="block text-sm text-muted">
          {held > 0 ? paymentWords.notRefunded({ amount: formatAmount(held) }) : label}
        </span>
      )}
    </>
  )
}

interface DeliveryFactsProps {
  order: OrderWithSellerOrders
  /** Where the page does not show the parts of the order. */
  withDeliveries?: boolean
  className: string
}

/** Where an order is sent, how it is delivered, and how it is paid. */
export function DeliveryFacts({ order, withDeliveries = false, className }: DeliveryFactsProps) {
  return (
    <dl className={`grid gap-4 print:grid-cols-2 ${className}`}>
      {isAddressed(order) && (
        <Fact term={orderMessages.shippingAddress}>
          <ShippingAddress stored={order.shipping_address} />
        </Fact>
      )}
      {withDeliveries &&
        order.seller_orders?.map((sellerOrder) => <SellerDelivery key={sellerOrder.number} {...sellerOrder} />)}
      <Fact term={orderMessages.paymentMethod}>
        <PaymentFact order={order} />
      </Fact>
    </dl>
  )
}

function SellerDelivery({ seller, delivery }: BuyerSellerOrder) {
  if (!delivery) return null
  return (
    <Fact term={orderDeliveryMessages.deliveryFrom({ seller: seller.name })}>
      <DeliveryNote delivery={delivery} />
    </Fact>
  )
}

/** Returns whether anything of an order is sent to its address: a seller without a delivery in it sends for free. */
export function isAddressed({ seller_orders, deliveries = [] }: OrderWithSellerOrders): boolean {
  const known = seller_orders ?? deliveries.map((delivery) => ({ delivery }))
  return !known.length || known.some(({ delivery }) => isSent(delivery))
}

/** Labels that hide an unrefunded amount of an ended order. */
const UNREMARKABLE: readonly string[] = [paymentWords.states.paid, paymentWords.partlyRefunded]

/** The details of an awaited bank transfer; renders nothing for other orders. */
export function TransferNote({ order: { payment } }: { order: Pick<OrderWithSellerOrders, 'payment'> }) {
  if (!payment?.transfer) return null
  const { details, reference, amount_left, pay_by } = payment.transfer
  return (
    <section aria-labelledby="transfer" className="w-full rounded-picture bg-info-tint p-4 text-start sm:p-5">
      <h2 id="transfer" className="mb-2 display text-lg">
        {paymentMessages.transferTitle}
      </h2>
      <dl className="grid gap-2">
        <Line term={paymentMessages.transferTo} text={details} />
        <Line term={paymentMessages.transferAmount} text={formatAmount(amount_left)} />
        <Line term={paymentMessages.transferReference} text={reference} />
      </dl>
      <p className="mt-3 text-sm">
        {paymentMessages.transferUntil({ day: formatCalendarDay(dayOf(new Date(pay_by))) })}
      </p>
    </section>
  )
}

function Line({ term, text }: { term: string; text: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="flex min-w-0 items-center gap-1.5 font-medium wrap-anywhere whitespace-pre-line">
        {text} <CopyButton text={text} />
      </dd>
    </div>
  )
}

/** Returns whether an order is cancelled or returned, so that its unsent units are not sent. */
export function isEnded({ order_state }: Pick<Order, 'order_state'>): boolean {
  return order_state === 'cancelled' || order_state === 'returned'
}
