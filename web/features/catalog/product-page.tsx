import { useState } from 'react'
import { useParams } from 'react-router'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { cartRefusals } from '../../../shared/cart/messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { formatDollars, lineTotal } from '../../../shared/kernel/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PackageX } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { QuantityControl } from '../../ui/quantity-control.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { PurchaseActions } from '../cart/purchase-actions.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { useGetProductQuery, useGetRelatedProductsQuery } from './catalog-api.ts'
import { LoadFailure } from './load-failure.tsx'
import { ProductGrid, productPath } from './product-card.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductMetadata, productCrumbs } from './product-metadata.tsx'

/** One product: pictures, price, quantity, description, and related products. */
export function ProductPage() {
  const { productId = '' } = useParams()
  const { currentData: product, error, isFetching, refetch } = useGetProductQuery(productId)
  // A new product starts with its own first picture and a quantity of one.
  if (product) return <ProductView key={product.product_id} product={product} />
  if (product === null) return <UnknownProduct />
  if (error) {
    return (
      <Page title={catalogMessages.product} heading="hidden">
        <LoadFailure title={catalogMessages.fetchProductFailed} onRetry={refetch} retrying={isFetching} />
      </Page>
    )
  }
  return <ProductPageSkeleton />
}

function ProductView({ product }: { product: Product }) {
  const crumbs = productCrumbs(product)
  return (
    <Page title={product.product_name} heading="own">
      <ProductMetadata product={product} path={productPath(product.product_id)} />
      <Breadcrumbs crumbs={crumbs} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
        <ProductGallery
          name={product.product_name}
          images={[...new Set([product.featured_image, ...product.other_images])]}
        />
        <ProductOffer product={product} />
      </div>
      <section aria-labelledby="description" className="mt-12">
        <h2 id="description" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
          {catalogMessages.description}
        </h2>
        <div
          className="description"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when saved and again when sent
          dangerouslySetInnerHTML={{ __html: product.product_desc }}
        />
      </section>
      <RelatedProducts productId={product.product_id} />
    </Page>
  )
}

function ProductOffer({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1)
  /** The user wants more than a cart can have. */
  const [atLimit, setAtLimit] = useState(false)
  return (
    <div className="flex flex-col items-start gap-5 lg:py-4">
      <PageHeading>{product.product_name}</PageHeading>
      <ul aria-label={catalogMessages.categories} className="flex flex-wrap gap-2">
        {product.product_category.map((category) => (
          <li key={category}>
            <Link
              to={categoryPath(category)}
              className="inline-flex min-h-8 items-center rounded-full border border-line bg-tint px-3 text-sm font-medium hover:border-line-strong"
            >
              {category}
            </Link>
          </li>
        ))}
      </ul>
      <div>
        <Price amount={product.product_price} className="text-3xl font-bold tracking-tight" />
        {product.lowest_price_30_days !== undefined && (
          <p className="mt-1 text-sm text-muted tabular-nums">
            {catalogMessages.lowestPrice(formatDollars(product.lowest_price_30_days))}
          </p>
        )}
      </div>
      <div className="grid w-full gap-5 rounded-2xl border border-line p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span className="font-medium">{catalogMessages.quantity}</span>
          <QuantityControl
            label={catalogMessages.quantityOf(product.product_name)}
            value={quantity}
            onChange={(wanted) => {
              setQuantity(wanted)
              setAtLimit(false)
            }}
            onAboveMax={() => {
              setQuantity(MAX_LINE_QUANTITY)
              setAtLimit(true)
            }}
          />
        </div>
        <FailureNote text={atLimit ? cartRefusals.quantity_too_large : null} />
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-4">
          <span className="font-medium">{catalogMessages.total}</span>
          <output aria-label={catalogMessages.total}>
            <Price amount={lineTotal(product.product_price, quantity)} className="text-xl font-bold" />
          </output>
        </p>
      </div>
      <PurchaseActions productId={product.product_id} quantity={quantity} />
    </div>
  )
}

function RelatedProducts({ productId }: { productId: string }) {
  const { currentData } = useGetRelatedProductsQuery(productId)
  if (!currentData?.products.length) return null
  return (
    <section aria-labelledby="related" className="mt-14">
      <h2 id="related" className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">
        {catalogMessages.relatedProducts}
      </h2>
      <ProductGrid layout="six" products={currentData.products} />
    </section>
  )
}

function UnknownProduct() {
  return (
    <Page title={catalogMessages.productNotFound} heading="hidden" personal>
      <EmptyState
        icon={<PackageX aria-hidden />}
        title={catalogMessages.productNotFound}
        text={catalogMessages.productNotFoundText}
        action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{catalogMessages.browseAll}</ButtonLink>}
      />
    </Page>
  )
}

function ProductPageSkeleton() {
  return (
    <Page title={catalogMessages.product} heading="hidden">
      <LoadingNote />
      <Skeleton className="mb-4 h-7 w-56" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
        <div>
          <Skeleton className="aspect-square rounded-3xl" />
          {/* Most products have several pictures. */}
          <div className="mt-3 grid grid-cols-4 gap-3 sm:grid-cols-5">
            <Skeleton className="aspect-square rounded-xl" />
          </div>
        </div>
        <div className="flex flex-col gap-5 lg:py-4">
          <Skeleton className="h-8 w-4/5 sm:h-9" />
          <Skeleton className="h-8 w-40 rounded-full" />
          <Skeleton className="h-9 w-32" />
          <Skeleton className="h-38 rounded-2xl" />
          <Skeleton className="h-27 rounded-xl sm:h-12" />
        </div>
      </div>
    </Page>
  )
}
