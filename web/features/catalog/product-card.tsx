import { type MouseEvent, type PointerEvent, useState } from 'react'
import { sellerPath } from '../../../shared/catalog/handles.ts'
import { catalogMessages, ratingMessages } from '../../../shared/catalog/messages.ts'
import { formatAverage } from '../../../shared/catalog/rating.ts'
import type { ProductCard as ProductCardData } from '../../../shared/catalog/schema.ts'
import { amountParts, formatAmount } from '../../../shared/kernel/money.ts'
import { scarceText, stockMessages } from '../../../shared/stock/messages.ts'
import { Awning } from '../../ui/awning.tsx'
import { classNames } from '../../ui/class-names.ts'
import { isPlainPath, Link } from '../../ui/link.tsx'
import { ProductPicture, sourcesOf } from '../../ui/pictures/product-picture.tsx'
import { PriceTag } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ShapedPart } from '../../ui/static-part.tsx'
import { hasMeasure, withUnits } from '../../ui/text.tsx'
import { QuickAdd } from '../cart/quick-add.tsx'
import { SaveButton } from '../saved/save-button.tsx'

const SIZES = '(min-width: 80rem) 224px, (min-width: 64rem) 18vw, (min-width: 40rem) 30vw, 46vw'
/** The widths of the large first card. */
const LEAD_SIZES = '(min-width: 40rem) 46vw, 92vw'

/** Layouts of cards on wide screens: rows of five or six; `shelf` is a row that scrolls; `page` and `sale` have a large card. */
const LAYOUTS = {
  five: 'product-rows',
  /** For lists beside a column of filters. */
  four: 'product-rows lg:grid-cols-3 xl:grid-cols-4',
  six: 'grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6',
  few: 'product-rows product-five',
  page: 'product-rows product-five product-lead',
  shelf: 'product-shelf',
  sale: 'product-shelf product-lead product-sale',
} as const
const gaps = 'gap-x-4 gap-y-8 sm:gap-x-5 sm:gap-y-10'

export type GridLayout = keyof typeof LAYOUTS

/** Returns the address of a product's page. */
export function productPath(productId: string): string {
  return `/product/${productId}`
}

/** Names the pressed picture, so that browsers with view transitions move it to the product's page. */
function markPicture({ currentTarget }: MouseEvent): void {
  const picture = currentTarget.closest('li')?.querySelector('img')
  if (!picture) return
  // A name belongs to one element: a product's page has its own, and another card may have been pressed before.
  for (const other of document.querySelectorAll<HTMLElement>('#product-picture, [data-pressed]')) {
    other.style.viewTransitionName = 'none'
  }
  picture.dataset.pressed = ''
  picture.style.viewTransitionName = 'product-picture'
}

type CardTexts = Readonly<ReturnType<typeof textsOf>>

function textsOf(product: ProductCardData) {
  const { product_id, product_name, featured_image, flash_sale, seller } = product
  const share = (flash_sale && product.stock_share) || 0
  const { text, spoken } = ratingTexts(product.rating)
  return {
    name: product_name,
    path: productPath(product_id),
    picture: featured_image,
    sources: sourcesOf(featured_image),
    // Without a description the picture repeats the name beside it.
    alt: product.picture_text ?? '',
    scarce: scarceText(product) ?? '',
    seller: seller?.name ?? '',
    sellerPath: seller ? sellerPath(seller.handle) : '',
    awning: String(seller?.awning ?? ''),
    ...tagOf(product),
    left: share > 0 ? stockMessages.shareLeft({ percent: share }) : '',
    rating: text,
    rated: spoken,
  }
}

function shapeOf(product: ProductCardData, texts: CardTexts, priority: boolean): string | undefined {
  // Priority pictures add preloads to the head.
  if (priority || !texts.picture.startsWith('/') || !isPlainPath(texts.path)) return undefined
  // A name with a measure renders as several texts.
  if (hasMeasure(texts.name)) return undefined
  if (product.seller && !isPlainPath(texts.sellerPath)) return undefined
  return `card${product.flash_sale ? '-sale' : ''}${product.stock_state === 'out' ? '-out' : ''}`
}

/** Returns the texts of a product's `PriceTag`. */
export function tagOf(product: Pick<ProductCardData, 'product_price' | 'lowest_price_30_days'>) {
  const { product_price, lowest_price_30_days: before = 0 } = product
  const isReduced = before > product_price
  const percent = Math.max(1, Math.round((1 - product_price / before) * 100))
  return {
    ...amountParts(product_price),
    former: isReduced ? formatAmount(before) : '',
    share: isReduced ? catalogMessages.reducedBy({ percent }) : '',
  }
}

interface ProductCardProps {
  product: ProductCardData
  priority: boolean
  sizes: string
}

function ProductCard({ product, priority, sizes }: ProductCardProps) {
  const texts = textsOf(product)
  return (
    <ShapedPart name={import.meta.env.SSR ? shapeOf(product, texts, priority) : undefined} texts={texts}>
      {(shown) => <Card product={product} priority={priority} sizes={sizes} texts={shown} />}
    </ShapedPart>
  )
}

function Card({ product, priority, sizes, texts }: ProductCardProps & { texts: CardTexts }) {
  const { product_id, second_image, flash_sale } = product
  // The second picture is loaded on hover or focus.
  const [isPreviewed, setIsPreviewed] = useState(false)
  const preview = () => setIsPreviewed(true)
  return (
    <li
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === 'mouse' && preview()}
      onFocus={preview}
      className="@container group relative flex min-w-0 snap-start flex-col"
    >
      <div className="product-tile picture-tile">
        <ProductPicture
          src={texts.picture}
          sources={texts.sources}
          alt={texts.alt}
          sizes={sizes}
          priority={priority}
          shape="portrait"
          className="h-full"
        />
        {isPreviewed && second_image && (
          <ProductPicture src={second_image} alt="" sizes={sizes} shape="portrait" className="card-second" />
        )}
        {texts.scarce && (
          <span className="absolute top-2 start-2 rounded-full bg-surface px-2.5 py-1 text-xs font-medium text-danger">
            {texts.scarce}
          </span>
        )}
        <SaveButton
          productId={product_id}
          name={texts.name}
          className="absolute top-2 end-2 z-10 h-9 w-9"
          noteClassName="absolute inset-x-2 top-13 z-10 p-2! text-xs"
        />
        {product.stock_state !== 'out' && <QuickAdd productId={product_id} name={texts.name} />}
      </div>
      <div className="card-texts">
        <SellerAndRating texts={texts} />
        <h3 className="text-sm leading-snug font-medium wrap-anywhere @[12rem]:text-base">
          <Link
            to={texts.path}
            title={texts.name}
            viewTransition
            onClick={markPicture}
            className="card-link min-h-(--name,2.75em) group-hover:underline group-hover:underline-offset-2"
          >
            {hasMeasure(product.product_name) ? withUnits(texts.name) : texts.name}
          </Link>
        </h3>
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 pt-1.5">
          <PriceTag {...texts} className="card-price" />
          {flash_sale && (
            <span className="on-sale text-xs font-medium text-accent-strong">{catalogMessages.flashSaleBadge}</span>
          )}
          {texts.left && <span className="text-xs text-muted">{texts.left}</span>}
        </p>
      </div>
    </li>
  )
}

function SellerAndRating({ texts }: { texts: CardTexts }) {
  return (
    <p className="card-seller">
      {texts.sellerPath && (
        <>
          <Awning form="tick" of={texts.awning} />
          <Link
            to={texts.sellerPath}
            title={texts.seller}
            className="relative z-10 line-clamp-1 min-h-6 leading-6 wrap-anywhere hover:text-ink hover:underline"
          >
            {texts.seller}
          </Link>
        </>
      )}
      {texts.rating && <RatingText text={texts.rating} spoken={texts.rated} className="card-rating" />}
    </p>
  )
}

interface ProductGridProps {
  products: readonly ProductCardData[]
  layout?: GridLayout
  /** The number of pictures in the first view, which load before others. */
  priorityCount?: number
}

/** Product cards of equal height. */
export function ProductGrid({ products, layout = 'five', priorityCount = 0 }: ProductGridProps) {
  return (
    <ul className={classNames(LAYOUTS[layout], gaps)}>
      {products.map((product, index) => (
        <ProductCard
          key={product.product_id}
          product={product}
          priority={index < priorityCount}
          sizes={index === 0 && (layout === 'page' || layout === 'sale') ? LEAD_SIZES : SIZES}
        />
      ))}
    </ul>
  )
}

/** The skeleton of `count` cards. */
export function ProductGridSkeleton({ count, layout = 'five' }: { count: number; layout?: GridLayout | undefined }) {
  return (
    <div className={classNames(LAYOUTS[layout], gaps)} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
        <div key={index} className="@container min-w-0">
          <div className="product-tile overflow-hidden rounded-picture">
            <Skeleton className="size-full rounded-none" />
          </div>
          <div className="card-texts">
            <div className="min-h-6 py-1.5">
              <Skeleton className="h-3 w-16" />
            </div>
            <div className="h-(--name,2.75em) overflow-hidden text-sm @[12rem]:text-base">
              <Skeleton className="h-4" />
              <Skeleton className="mt-1.5 h-4 w-2/3" />
            </div>
            <Skeleton className="mt-1.5 h-7.5 w-20" />
          </div>
        </div>
      ))}
    </div>
  )
}

interface RatingProps {
  /** As `★ 4.6 (12)`; empty without a rating, like `spoken`. */
  text: string
  spoken: string
  className?: string
}

/** A rating with the texts of `ratingTexts`. */
export function RatingText({ text, spoken, className }: RatingProps) {
  return (
    <span role="img" aria-label={spoken} className={className}>
      {text}
    </span>
  )
}

/** Returns the texts of a rating; empty ones without it. */
export function ratingTexts(rating: { average: number; count: number } | undefined): { text: string; spoken: string } {
  if (!rating) return { text: '', spoken: '' }
  const values = { average: formatAverage(rating.average), count: rating.count }
  return { text: ratingMessages.short(values), spoken: ratingMessages.spoken(values) }
}
