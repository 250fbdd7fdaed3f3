import type { SellerOrder } from '../../../shared/orders/schema.ts'
import { sellerOrderMessages } from '../../../shared/orders/seller-order-messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Printer } from '../../ui/icons.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Price } from '../../ui/price.tsx'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { ShippingAddress } from '../orders/shipping-address.tsx'
import { OrderLines } from './order-lines.tsx'

/** A seller's view of an order: what to ship, and the address. */
export function SellerOrderCard({ order }: { order: SellerOrder }) {
  const headingId = `order-${order.order_id}`
  return (
    <section aria-labelledby={headingId} className="rounded-2xl border border-line bg-surface p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId} className="text-lg font-bold tracking-tight tabular-nums">
            {order.order_id}
          </h2>
          <OrderStateBadge state={order.order_state} />
          <p className="text-muted">
            <LocalDate at={order.created_at} precise />
          </p>
        </div>
        <ButtonLink
          to={`/seller/orders/${order.order_id}`}
          variant="secondary"
          size="small"
          aria-label={sellerOrderMessages.packingSlipFor(order.order_id)}
        >
          <Printer aria-hidden className="size-4" /> {sellerOrderMessages.packingSlip}
        </ButtonLink>
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[1fr_16rem]">
        <div className="min-w-0">
          <OrderLines lines={order.lines} caption={sellerOrderMessages.yourProductsIn(order.order_id)} />
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 font-bold">
            {sellerOrderMessages.total} <Price amount={order.lines_total} />
          </p>
        </div>
        <div className="min-w-0">
          <h3 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.shipTo}</h3>
          <ShippingAddress stored={order.shipping_address} />
        </div>
      </div>
    </section>
  )
}
