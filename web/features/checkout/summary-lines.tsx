import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import type { CartLine } from '../cart/use-cart-lines.ts'
import type { FormerLine } from './changed-total.ts'

interface SummaryLinesProps {
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** What the lines said when the order was refused for another total; those that differ now are marked. */
  former: ReadonlyMap<string, FormerLine> | null
}

/** What is ordered, and what it costs, without products that no longer exist. */
export function SummaryLines({ lines, total, former }: SummaryLinesProps) {
  return (
    <>
      <ul
        aria-label={checkoutMessages.products}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard
        tabIndex={0}
        className="-mx-2 grid max-h-96 grid-cols-1 gap-3 overflow-y-auto rounded-lg px-2"
      >
        {lines.map(
          ({ product_id, product, quantity, total: lineTotal }) =>
            product && (
              <li key={product_id} className="flex flex-wrap items-center gap-x-3">
                <span className="w-14 shrink-0">
                  <ProductPicture src={product.featured_image} alt="" sizes="56px" className="rounded-lg" />
                </span>
                <span className="min-w-0 flex-1 basis-20">
                  <span title={product.product_name} className="line-clamp-2 font-medium wrap-anywhere">
                    {product.product_name}
                  </span>
                  <span className="text-sm text-muted tabular-nums">
                    {quantity} × <Price amount={product.product_price} />
                  </span>
                  {former && (
                    <ChangeMark before={former.get(product_id)} quantity={quantity} price={product.product_price} />
                  )}
                </span>
                <Price amount={lineTotal} className="ml-auto font-medium" />
              </li>
            ),
        )}
      </ul>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-4 text-xl font-bold">
        {checkoutMessages.total} <Price amount={total} />
      </p>
    </>
  )
}

/** Marks a line that differs from what it said `before`; a line that was not there is marked, too. */
function ChangeMark({ before, quantity, price }: FormerLine & { before: FormerLine | undefined }) {
  if (before?.quantity === quantity && before.price === price) return null
  return (
    <span className="block text-sm font-semibold text-danger">
      {checkoutMessages.lineChanged}
      {before && (
        <s className="ml-2 font-normal whitespace-nowrap text-muted tabular-nums">
          {before.quantity} × <Price amount={before.price} />
        </s>
      )}
    </span>
  )
}
