import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderSummary } from '../../../shared/orders/schema.ts'
import { paymentWords } from '../../../shared/payments/messages.ts'
import type { OrderPayment } from '../../../shared/payments/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Price } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { trackingPath } from '../orders/orders-api.ts'
import { ReorderButton, useReorder } from '../orders/use-reorder.tsx'

const COLUMNS: readonly Column<OrderSummary>[] = [
  { text: orderMessages.orderId, cell: (order) => <OrderName {...order} />, isShort: true },
  {
    text: orderMessages.date,
    cell: ({ created_at }) => <LocalDate at={created_at} />,
    isShort: true,
    inCard: 'not',
  },
  {
    text: orderMessages.total,
    cell: ({ total_count }) => <Price amount={total_count} />,
    isAmount: true,
    inCard: 'unnamed',
  },
  { text: orderMessages.status, cell: (order) => <State {...order} />, isShort: true, inCard: 'aside' },
]

function State({ order_state, packages: { sent, total }, payment }: OrderSummary) {
  return (
    <>
      <OrderStateBadge state={order_state} />
      {order_state === 'confirmed' && sent > 0 && (
        <span className="block text-sm font-normal text-muted">{trackingMessages.packagesSent({ sent, total })}</span>
      )}
      {payment && isAboutMoney(payment) && (
        <span className="block text-sm font-normal text-muted">{payment.label}</span>
      )}
    </>
  )
}

function isAboutMoney({ refunded, payment_state, label }: OrderPayment): boolean {
  return refunded > 0 || payment_state === 'awaiting_transfer' || label === paymentWords.refundFailed
}

function OrderName({ order_id, pictures, created_at }: OrderSummary) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 align-middle">
      <span aria-hidden className="flex shrink-0 gap-1 md:w-29">
        {pictures.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures may repeat and never move
          <span key={index} className="w-9 max-[22rem]:not-first:hidden">
            <ProductPicture src={picture} alt="" sizes="36px" className="rounded-field" />
          </span>
        ))}
      </span>
      <span>
        {order_id}
        <span className="block text-sm font-normal text-muted md:hidden">
          <LocalDate at={created_at} />
        </span>
      </span>
    </span>
  )
}

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
            aria-label={orderMessages.viewOrder({ orderId: order_id })}
          >
            {orderMessages.view}
          </ButtonLink>
        </>
      )}
    />
  )
}
