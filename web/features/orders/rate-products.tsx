import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import { Link } from '../../ui/link.tsx'
import { OwnReviewArea } from '../reviews/own-review.tsx'
import { useGetOwnReviewsQuery } from '../reviews/reviews-api.ts'

/** Links to the reviews of the delivered products of a seller order. */
export function RateProducts({ order, sellerOrder }: { order: Order; sellerOrder: BuyerSellerOrder }) {
  const isDelivered =
    [sellerOrder.state, order.order_state].some((state) => state === 'delivered' || state === 'returned') ||
    sellerOrder.shipments.some(({ state }) => state === 'delivered')
  const own = sellerOrder.lines.flatMap(({ line_number }) => order.lines[line_number - 1] ?? [])
  const { data } = useGetOwnReviewsQuery(
    own.map(({ product_id }) => product_id),
    { skip: !isDelivered, refetchOnMountOrArgChange: true },
  )
  const shown = own.flatMap((line) => {
    const found = data?.products.find(({ product_id }) => product_id === line.product_id)
    if (!found?.review && !found?.can_review) return []
    const { changeNamed, rateNamed } = reviewMessages
    return { ...found, text: (found.review ? changeNamed : rateNamed)({ product: line.product_name }) }
  })
  if (!isDelivered || !shown.length) return null
  return (
    <ul aria-label={reviewMessages.title} className="grid min-w-0 justify-items-start gap-1 has-[details]:w-full">
      {shown.map(({ product_id, text, in_shop }) => (
        <li key={product_id} className="max-w-full">
          {in_shop ? (
            <Link
              to={`/product/${product_id}#reviews`}
              className="inline-block min-h-6 underline underline-offset-2 wrap-anywhere"
            >
              {text}
            </Link>
          ) : (
            <details>
              <summary className="min-h-6 cursor-pointer wrap-anywhere">{text}</summary>
              <p className="my-2 text-sm text-muted">{reviewMessages.gone}</p>
              <OwnReviewArea productId={product_id} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
