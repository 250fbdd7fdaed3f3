import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderSummary } from '../../../shared/orders/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { OrderHeadline } from '../orders/order-headline.tsx'
import { trackingPath, useGetOrderQuery } from '../orders/orders-api.ts'

/** The newest order that has not arrived, with its state in one sentence; renders nothing without one. */
export function OpenOrder({ orders }: { orders: readonly OrderSummary[] }) {
  const open = orders.find(({ order_state }) => order_state === 'pending' || order_state === 'confirmed')
  const { data, isError } = useGetOrderQuery(open?.order_id ?? '', { skip: !open })
  if (!open || isError) return null
  return (
    <section aria-label={orderMessages.order({ orderId: open.order_id })} className="receipt max-sm:min-h-58">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <span aria-hidden className="flex gap-2 max-sm:hidden">
          {open.pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures may repeat and never move
            <span key={index} className="w-16 shrink-0 overflow-hidden rounded-field">
              <ProductPicture src={picture} alt="" sizes="64px" />
            </span>
          ))}
        </span>
        <div className="grid min-w-0 flex-1 basis-[min(15rem,100%)] gap-1">
          {data ? <OrderHeadline order={data} /> : <Skeleton className="h-[1.3lh] w-full max-w-80 text-xl" />}
          <p className="text-muted">
            {orderMessages.order({ orderId: open.order_id })} ·{' '}
            <Sentence message={orderMessages.placedAt} values={{ time: <LocalDate at={open.created_at} /> }} />
          </p>
        </div>
        <ButtonLink to={trackingPath(open.order_id)} variant="secondary">
          {orderMessages.trackOrder}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Reserves the space, as most buyers who open this page wait for an order. */
export function OpenOrderSkeleton() {
  return <Skeleton className="h-58 rounded-picture sm:h-31" />
}
