import { orderMessages } from '../../../shared/orders/messages.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import { LegalVersions } from '../../session/legal-line.tsx'
import { TestMode } from '../../session/test-mode.tsx'
import { useSession } from '../../session/use-session.ts'
import { PrintButton } from '../../ui/print-button.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { ChargeRows } from '../cart/charge-rows.tsx'
import { AddAddress } from './add-address.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderHeadline } from './order-headline.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'
import { OrderTimeline } from './order-timeline.tsx'
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
            <h2 id="delivery" className="mb-3 text-lg font-bold">
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
      <h2 id="products" className="mb-2 text-lg font-bold">
        {orderMessages.products}
      </h2>
      <div className="@container">
        {/* Scrolls with very large text. */}
        <div className="relative @max-[14rem]:overflow-x-auto">
          <OrderUnits lines={order.lines} />
        </div>
      </div>
      <ChargeRows charges={order.charges} />
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
