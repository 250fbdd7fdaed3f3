import type { SellerOrderSort } from '../../../shared/orders/constants.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import type { SellerOrder } from '../../../shared/orders/schema.ts'
import { sellerOrderMessages } from '../../../shared/orders/seller-order-messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ChevronRight, Printer } from '../../ui/icons.tsx'
import type { ListAddress } from '../../ui/list/list-address.ts'
import { rowMark } from '../../ui/list/list-shortcuts.tsx'
import { RowHeads, SortChoice, type SortedBy } from '../../ui/list/row-sorting.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Price } from '../../ui/price.tsx'
import { NARROW_FOR_ROWS_PX, useNarrowScreen } from '../../ui/use-narrow-screen.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { ShippingAddress } from '../orders/shipping-address.tsx'
import { OrderLines } from './order-lines.tsx'

/** Columns from `md` up: id, state, date, units and total; the packing slip stands beside them. */
const COLUMNS = 'md:grid md:grid-cols-[7.5rem_7rem_minmax(0,1fr)_5rem_7rem] md:items-center md:gap-x-4'

const HEADS: readonly { text: string; isAmount?: boolean; sortedBy?: SortedBy<SellerOrderSort> }[] = [
  { text: orderListMessages.orderId },
  { text: orderListMessages.status, sortedBy: { sort: 'state', first: 'asc' } },
  { text: orderListMessages.orderDate, sortedBy: { sort: 'date', first: 'desc' } },
  { text: sellerOrderMessages.unitsSold, isAmount: true },
  { text: sellerOrderMessages.total, isAmount: true, sortedBy: { sort: 'total', first: 'desc' } },
]

/** Heads of the columns, which sort the orders; where there are no columns, a choice of the order. */
export function SellerOrderHeads({ address }: { address: ListAddress<SellerOrderSort> }) {
  return useNarrowScreen(NARROW_FOR_ROWS_PX) ? (
    <SortChoice columns={HEADS} address={address} />
  ) : (
    <RowHeads
      columns={HEADS}
      address={address}
      className={`rounded-t-picture border border-b-0 border-line bg-surface py-1 ps-9 pe-14 text-sm font-medium text-muted ${COLUMNS}`}
    />
  )
}

/** An order of the seller as a row that opens: what to ship, and the address. */
export function SellerOrderRow({ order }: { order: SellerOrder }) {
  const headingId = `order-${order.order_id}`
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-labelledby={headingId} className="relative">
      <details className="group">
        <summary
          {...rowMark}
          className="flex min-h-11 list-none items-center gap-2 py-2 ps-3 pe-14 hover:bg-tint [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90" />
          <div className={`flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 tabular-nums ${COLUMNS}`}>
            <h2 id={headingId} className="font-sans text-base font-semibold">
              {order.order_id}
            </h2>
            <span className="max-md:order-3">
              <OrderStateBadge state={order.order_state} />
            </span>
            <span className="text-sm text-muted max-md:order-5 max-md:w-full">
              <LocalDate at={order.created_at} precise />
            </span>
            <span className="text-sm text-muted max-md:order-4 max-md:ms-auto md:text-end">
              {sellerOrderMessages.units(units)}
            </span>
            <span className="font-medium max-md:order-2 max-md:ms-auto md:text-end">
              <Price amount={order.lines_total} />
            </span>
          </div>
        </summary>
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 border-t border-line bg-tint/50 p-4 md:ps-9 lg:grid-cols-[1fr_16rem]">
          <div className="min-w-0">
            <OrderLines lines={order.lines} caption={sellerOrderMessages.yourProductsIn(order.order_id)} />
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 font-semibold">
              {sellerOrderMessages.total} <Price amount={order.lines_total} />
            </p>
          </div>
          <div className="min-w-0">
            <h3 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.shipTo}</h3>
            <ShippingAddress stored={order.shipping_address} />
          </div>
        </div>
      </details>
      {/* Not inside the summary, which is a control itself. */}
      <ButtonLink
        to={`/seller/orders/${order.order_id}`}
        variant="ghost"
        size="icon"
        className="absolute end-2 top-0.5"
        aria-label={sellerOrderMessages.packingSlipFor(order.order_id)}
        title={sellerOrderMessages.packingSlip}
      >
        <Printer aria-hidden className="size-4" />
      </ButtonLink>
    </section>
  )
}
