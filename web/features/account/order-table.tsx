import type { OrderSummary } from '../../../shared/orders/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Price } from '../../ui/price.tsx'
import { ScrollFrame } from '../../ui/scroll-frame.tsx'
import { trackingPath } from '../orders/order-paths.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { ReorderButton } from '../orders/reorder-button.tsx'

const head = 'px-3 py-3 sm:px-4 font-medium'
const cell = 'px-3 py-3 sm:px-4 whitespace-nowrap'

/** A buyer's orders, newest first; on narrow screens it scrolls sideways within its frame. */
export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ScrollFrame label="Orders">
      <table className="w-full border-collapse text-left tabular-nums">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            <th scope="col" className={head}>
              Order ID
            </th>
            <th scope="col" className={head}>
              Date
            </th>
            <th scope="col" className={`${head} text-right`}>
              Total
            </th>
            <th scope="col" className={head}>
              Status
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.order_id} className="border-b border-line last:border-0">
              <th scope="row" className={`${cell} font-semibold`}>
                {order.order_id}
              </th>
              <td className={cell}>
                <LocalDate at={order.created_at} />
              </td>
              <td className={`${cell} text-right font-medium`}>
                <Price amount={order.total_count} />
              </td>
              <td className={cell}>
                <OrderStateBadge state={order.order_state} />
              </td>
              <td className={`${cell} text-right`}>
                <ReorderButton orderId={order.order_id} />
                <ButtonLink to={trackingPath(order.order_id)} variant="secondary" size="small">
                  View<span className="sr-only"> order {order.order_id}</span>
                </ButtonLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
