import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { ProductCard as ProductCardData } from '../../../shared/catalog/schema.ts'
import { classNames } from '../../ui/class-names.ts'
import { Zap } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SIZES = '(min-width: 80rem) 228px, (min-width: 64rem) 18vw, (min-width: 40rem) 30vw, 46vw'

/** The layout of cards: rows of five or six on wide screens; `shelf` is one row to swipe on phones. */
const LAYOUTS = {
  five: 'grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-5',
  six: 'grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6',
  shelf:
    'grid max-sm:-mx-4 max-sm:auto-cols-[44%] max-sm:snap-x max-sm:scroll-px-4 max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6',
} as const
const gaps = 'gap-3 sm:gap-5'

export type GridLayout = keyof typeof LAYOUTS

/** Returns the address of a product's page. */
export function productPath(productId: string): string {
  return `/product/${productId}`
}

/** A product in a list; the whole card leads to its page. */
function ProductCard({ product, priority }: { product: ProductCardData; priority: boolean }) {
  return (
    <li className="group relative flex snap-start flex-col overflow-hidden rounded-2xl border border-line bg-surface transition-colors focus-within:border-line-strong hover:border-line-strong">
      <div className="overflow-hidden">
        <ProductPicture
          src={product.featured_image}
          alt=""
          sizes={SIZES}
          priority={priority}
          className="transition-transform duration-300 motion-safe:group-hover:scale-[1.03]"
        />
      </div>
      {product.flash_sale && (
        <span className="absolute top-2.5 left-2.5 inline-flex items-center gap-1 rounded-full bg-accent px-2.5 py-1 text-xs font-semibold text-on-accent">
          <Zap aria-hidden className="size-3.5" /> {catalogMessages.flashSaleBadge}
        </span>
      )}
      <div className="flex flex-1 flex-col gap-2 p-3 sm:p-4">
        <h3 className="line-clamp-2 min-h-[2.75em] text-sm leading-snug font-medium wrap-anywhere sm:text-base sm:leading-snug">
          <Link
            to={productPath(product.product_id)}
            title={product.product_name}
            className="after:absolute after:inset-0 after:rounded-2xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {product.product_name}
          </Link>
        </h3>
        <Price amount={product.product_price} className="mt-auto font-bold sm:text-lg" />
      </div>
    </li>
  )
}

interface ProductGridProps {
  products: readonly ProductCardData[]
  layout?: GridLayout
  /** How many of the first pictures are seen at once and load ahead of others. */
  priorityCount?: number
}

/** Product cards of equal height. */
export function ProductGrid({ products, layout = 'five', priorityCount = 0 }: ProductGridProps) {
  return (
    <ul className={classNames(LAYOUTS[layout], gaps)}>
      {products.map((product, index) => (
        <ProductCard key={product.product_id} product={product} priority={index < priorityCount} />
      ))}
    </ul>
  )
}

/** The skeleton of `count` cards. */
export function ProductGridSkeleton({ count, layout = 'five' }: { count: number; layout?: GridLayout }) {
  return (
    <div className={classNames(LAYOUTS[layout], gaps)} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
        <div key={index} className="overflow-hidden rounded-2xl border border-line">
          <Skeleton className="aspect-square rounded-none" />
          <div className="flex flex-col gap-2 p-3 sm:p-4">
            <div className="h-[2.75em] text-sm sm:text-base">
              <Skeleton className="h-4" />
              <Skeleton className="mt-1.5 h-4 w-2/3" />
            </div>
            <Skeleton className="h-6 w-20 sm:h-7" />
          </div>
        </div>
      ))}
    </div>
  )
}
