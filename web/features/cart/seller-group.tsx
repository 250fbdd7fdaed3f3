import { type ReactNode, useId } from 'react'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import { sumLines } from '../../../shared/pricing/line-total.ts'
import { Awning } from '../../ui/awning.tsx'
import { Link } from '../../ui/link.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import type { CartRow } from './use-cart-changes.ts'

interface CartGroup {
  /** Null for products that are no longer in the shop. */
  seller: ProductCard['seller']
  rows: CartRow[]
}

/** Returns the rows by seller, sellers and rows in the order in which they came into the cart. */
export function groupBySeller(rows: readonly CartRow[]): CartGroup[] {
  const groups = Map.groupBy(rows, ({ line }) => line.product?.seller?.handle)
  return [...groups.values()].map((own) => ({ seller: own[0]?.line.product?.seller ?? null, rows: own }))
}

interface SellerGroupProps {
  group: CartGroup
  withSubtotal: boolean
  delivery: ReactNode
  children: ReactNode
}

/** The rows of one seller, several of them with their subtotal. */
export function SellerGroup({ group: { seller, rows }, withSubtotal, delivery, children }: SellerGroupProps) {
  const headingId = useId()
  const lines = rows.flatMap(({ line, removal }) => (removal ? [] : [line]))
  const subtotal = sumLines(
    lines.map(({ product, quantity }) => ({ unitPrice: product?.product_price ?? 0, quantity })),
  )
  return (
    <section aria-labelledby={headingId}>
      {seller && <Awning form="edge" of={seller.awning} />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3">
        <h2 id={headingId} className="text-base font-medium wrap-anywhere">
          {seller ? (
            <Sentence
              message={cartPageMessages.soldBy}
              values={{
                seller: (
                  <Link to={`/shop/${seller.handle}`} className="underline-offset-2 hover:underline">
                    {seller.name}
                  </Link>
                ),
              }}
            />
          ) : (
            cartPageMessages.noLongerSold
          )}
        </h2>
        {seller?.dispatch_days !== undefined && (
          <p className="text-sm text-muted">{catalogMessages.dispatchIn({ days: seller.dispatch_days })}</p>
        )}
      </div>
      <ul className="divide-y divide-line">{children}</ul>
      <div className="grid gap-2 border-t border-line pt-3 empty:hidden">
        {withSubtotal && seller && lines.length > 1 && (
          <p className="leader text-muted">
            <span>{cartPageMessages.subtotal}</span>
            <Price amount={subtotal} className="font-medium text-ink" />
          </p>
        )}
        {delivery}
      </div>
    </section>
  )
}
