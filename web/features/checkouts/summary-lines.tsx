import type { ReactNode } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
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
  /** See `ChargesToPay`. */
  charges: readonly PaidCharge[] | null | undefined
  /** The lines before the order was refused because its total changed; those that differ now are marked. */
  former: ReadonlyMap<string, FormerLine> | null
}

/** The lines by seller, without deleted products, and the charges. */
export function SummaryLines({ lines, charges, former }: SummaryLinesProps) {
  const isLong = lines.length > MAX_SHOWN
  const sellers = Map.groupBy(lines, ({ product }) => product?.seller?.handle)
  return (
    <>
      <ul
        aria-label={checkoutMessages.products}
        // A long list must be scrollable by keyboard.
        tabIndex={isLong ? 0 : undefined}
        className={classNames('-mx-2 grid grid-cols-1 gap-3 px-2', isLong && 'long-list max-h-80 rounded-field')}
      >
        {[...sellers.values()].flatMap((own) =>
          own.map((line, index) => (
            <SummaryLine key={line.product_id} line={line} isFirst={index === 0} former={former} />
          )),
        )}
      </ul>
      {charges !== null && (
        <div className="mt-4 grid grid-cols-1 gap-2 border-t border-line pt-4">
          <ChargesToPay charges={charges} />
        </div>
      )}
    </>
  )
}

interface SummaryLineProps extends Pick<SummaryLinesProps, 'former'> {
  line: CartLine
  /** The first line names the seller. */
  isFirst: boolean
}

function SummaryLine({ line: { product_id, product, quantity, total }, isFirst, former }: SummaryLineProps) {
  if (!product) return null
  const { seller, product_name, product_price } = product
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      {isFirst && seller && (
        <p className="mb-2 flex w-full flex-wrap items-center gap-x-2 text-sm text-muted">
          <Awning form="tick" of={seller.awning} />
          <span className="font-medium text-ink wrap-anywhere">{seller.name}</span>
          {seller.dispatch_days !== undefined && (
            <span className="ms-auto text-xs">{catalogMessages.dispatchIn({ days: seller.dispatch_days })}</span>
          )}
        </p>
      )}
      <span className="w-14 shrink-0">
        <ProductPicture src={product.featured_image} alt="" sizes="56px" className="rounded-field" />
      </span>
      <span className="min-w-0 flex-1 basis-20">
        <span title={product_name} className="line-clamp-3 font-medium wrap-anywhere">
          {withUnits(product_name)}
        </span>
        <span className="text-sm text-muted">
          {quantity} × <Price amount={product_price} />
        </span>
        {former && <ChangeMark before={former.get(product_id)} quantity={quantity} price={product_price} />}
      </span>
      <Price amount={total} className="ms-auto font-medium" />
    </li>
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
