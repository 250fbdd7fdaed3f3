import type { ReactNode } from 'react'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { Awning } from '../../ui/awning.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Price, withUnits } from '../../ui/text.tsx'
import { ChargesToPay } from '../cart/charge-rows.tsx'
import type { CartLine } from '../cart/use-cart-lines.ts'
import type { FormerLine } from './changed-total.ts'

/** A longer list scrolls, so that the button stays in view. */
const MAX_SHOWN = 4

interface SummaryLinesProps {
  lines: readonly CartLine[]
  charges: readonly PaidCharge[]
  /** Dollars. */
  total: number
  /** The lines before the order was refused for another total; those that differ now are marked. */
  former: ReadonlyMap<string, FormerLine> | null
}

/** The lines and their amounts, without deleted products. */
export function SummaryLines({ lines, charges, total, former }: SummaryLinesProps) {
  const isLong = lines.length > MAX_SHOWN
  return (
    <>
      <ul
        aria-label={checkoutMessages.products}
        // A long list must be scrollable by keyboard.
        tabIndex={isLong ? 0 : undefined}
        className={classNames('-mx-2 grid grid-cols-1 gap-3 px-2', isLong && 'long-list max-h-80 rounded-field')}
      >
        {lines.map(
          ({ product_id, product, quantity, total: lineTotal }) =>
            product && (
              <li key={product_id} className="flex flex-wrap items-center gap-x-3">
                <span className="w-14 shrink-0">
                  <ProductPicture src={product.featured_image} alt="" sizes="56px" className="rounded-field" />
                </span>
                <span className="min-w-0 flex-1 basis-20">
                  {product.seller && (
                    <span className="flex items-center gap-2 text-xs text-muted">
                      <Awning form="tick" of={product.seller.awning} />
                      <span className="line-clamp-1 wrap-anywhere">{product.seller.name}</span>
                    </span>
                  )}
                  <span title={product.product_name} className="line-clamp-3 font-medium wrap-anywhere">
                    {withUnits(product.product_name)}
                  </span>
                  <span className="text-sm text-muted">
                    {quantity} × <Price amount={product.product_price} />
                  </span>
                  {former && (
                    <ChangeMark before={former.get(product_id)} quantity={quantity} price={product.product_price} />
                  )}
                </span>
                <Price amount={lineTotal} className="ms-auto font-medium" />
              </li>
            ),
        )}
      </ul>
      <div className="mt-4 grid grid-cols-1 gap-2 border-t border-line pt-4">
        <ChargesToPay charges={charges} />
        <SummaryTotal total={total} />
      </div>
    </>
  )
}

function SummaryTotal({ total }: { total: number }) {
  return (
    <p className="leader text-lg font-semibold">
      <span>{checkoutMessages.total}</span> <Price amount={total} />
    </p>
  )
}

/** The folded summary above the form of small screens. */
export function FoldedSummary({ total, children }: { total: number; children: ReactNode }) {
  return (
    <details className="rounded-picture bg-tint">
      <summary className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-5 py-2">
        <span className="font-medium text-brand-strong underline underline-offset-2">{checkoutMessages.showItems}</span>
        <Price amount={total} className="font-semibold" />
      </summary>
      <div className="px-5 pb-5">{children}</div>
    </details>
  )
}

function ChangeMark({ before, quantity, price }: FormerLine & { before: FormerLine | undefined }) {
  if (before?.quantity === quantity && before.price === price) return null
  return (
    <span className="block text-sm font-semibold text-danger">
      {checkoutMessages.lineChanged}
      {before && (
        <s className="ms-2 font-normal whitespace-nowrap text-muted">
          {before.quantity} × <Price amount={before.price} />
        </s>
      )}
    </span>
  )
}
