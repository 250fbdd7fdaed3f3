import type { OrderSummary } from '../../../shared/orders/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Price } from '../../ui/price.tsx'
import { type Column, RowList } from '../../ui/row-list.tsx'
import { trackingPath } from '../orders/order-paths.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { ReorderButton } from '../orders/reorder-button.tsx'

const COLUMNS: [Column<OrderSummary>, ...Column<OrderSummary>[]] = [
  { text: 'Order ID', cell: ({ order_id }) => order_id, isShort: true },
  { text: 'Date', cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
  { text: 'Total', cell: ({ total_count }) => <Price amount={total_count} />, isAmount: true },
  { text: 'Status', cell: ({ order_state }) => <OrderStateBadge state={order_state} />, isShort: true },
]

/** A buyer's orders, newest first. */
export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <RowList
      label="Orders"
      rows={orders}
      keyOf={({ order_id }) => order_id}
      columns={COLUMNS}
      actions={({ order_id }) => (
        <>
          <ReorderButton orderId={order_id} />
          <ButtonLink to={trackingPath(order_id)} variant="secondary" size="small">
            View<span className="sr-only"> order {order_id}</span>
          </ButtonLink>
        </>
      )}
    />
  )
}
