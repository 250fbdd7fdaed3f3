import type { SellerProductRow } from '../../../../shared/catalog/schema.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import { TrendingUp } from '../../../ui/area-icons.ts'
import { Link } from '../../../ui/link.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Price, withUnits } from '../../../ui/text.tsx'

interface BestSellersProps {
  /** Undefined while they load: their place is kept. */
  products?: readonly SellerProductRow[]
  className: string
}

const PLACES = [1, 2, 3, 4, 5]

/** The seller's products with the most units sold. */
export function BestSellers({ products, className }: BestSellersProps) {
  return (
    <section aria-labelledby="best-sellers" className={className}>
      <h2 id="best-sellers" className="mb-4 text-lg font-bold tracking-tight">
        {statsMessages.bestSellers}
      </h2>
      {products?.length === 0 && (
        <p className="grid justify-items-center gap-3 py-10 text-center text-muted">
          <TrendingUp aria-hidden className="size-9" />
          {statsMessages.nothingSold}
        </p>
      )}
      <ol className="grid grid-cols-1 gap-1">
        {products === undefined &&
          PLACES.map((place) => (
            <li key={place} className="py-2">
              <Skeleton className="h-23 rounded-xl sm:h-12" />
            </li>
          ))}
        {products?.map((product) => (
          <li key={product.product_id}>
            <Link
              to={`/product/${product.product_id}`}
              className="-mx-2 flex items-center gap-3 rounded-xl p-2 hover:bg-tint"
            >
              <span className="w-12 shrink-0">
                <ProductPicture src={product.featured_image} alt="" sizes="48px" className="rounded-lg" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium wrap-anywhere max-sm:min-h-12">
                  {withUnits(product.product_name)}
                </span>
                <span className="block text-sm text-muted tabular-nums">
                  {statsMessages.sold(product.total_sales - product.reversed_units)}
                </span>
                <Price amount={product.sales_amount} className="block font-semibold sm:hidden" />
              </span>
              <Price amount={product.sales_amount} className="shrink-0 font-semibold max-sm:hidden" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
