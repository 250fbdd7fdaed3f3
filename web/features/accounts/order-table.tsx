import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderSummary } from '../../../shared/orders/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Price } from '../../ui/price.tsx'
import { trackingPath } from '../orders/order-paths.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { ReorderButton } from '../orders/reorder-button.tsx'
import { useReorder } from '../orders/use-reorder.ts'

const COLUMNS: readonly Column<OrderSummary>[] = [
  { text: orderMessages.orderId, cell: ({ order_id }) => order_id, isShort: true },
  { text: orderMessages.date, cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
  { text: orderMessages.total, cell: ({ total_count }) => <Price amount={total_count} />, isAmount: true },
  { text: orderMessages.status, cell: ({ order_state }) => <OrderStateBadge state={order_state} />, isShort: true },
]

/** A buyer's orders, newest first. */
export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  const { reorder, failureOf } = useReorder()
  return (
    <RowList
      label={orderMessages.orders}
      rows={orders}
      keyOf={({ order_id }) => order_id}
      columns={COLUMNS}
      failureOf={({ order_id }) => failureOf(order_id)}
      actions={({ order_id }) => (
        <>
          <ReorderButton orderId={order_id} onReorder={reorder} />
          <ButtonLink
            to={trackingPath(order_id)}
            variant="secondary"
            size="small"
            aria-label={orderMessages.viewOrder(order_id)}
          >
            {orderMessages.view}
          </ButtonLink>
        </>
      )}
    />
  )
}
