import { useEffect } from 'react'
import { useParams } from 'react-router'
import { ALL_CATEGORIES_TILE, categoryName, categoryPath } from '../../../../shared/catalog/categories.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { Product } from '../../../../shared/catalog/schema.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { currencyCode, formatAmount } from '../../../../shared/kernel/money.ts'
import { STOCK_AVAILABILITY } from '../../../../shared/stock/constants.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { useSite } from '../../../api/site.ts'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { useHydrated } from '../../../ui/hooks.ts'
import { Page } from '../../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../../ui/skeleton.tsx'
import { ReviewsLater, reviewsOnServer } from '../../reviews/reviews-later.tsx'
import { useGetProductQuery, useGetRelatedProductsQuery } from '../catalog-api.ts'
import { absolute, breadcrumbList, type Crumb, Metadata, placeholders, textOf } from '../metadata.tsx'
import { ProductGrid, productPath } from '../product-card.tsx'
import { RecentlyViewed } from '../recently-viewed.tsx'
import { NothingThere } from '../search/nothing-there.tsx'
import { Breadcrumbs } from '../section.tsx'
import { recordViewed } from '../viewed-products.ts'
import { ProductDescription } from './product-description.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductOffer } from './product-offer.tsx'

/** One product: pictures, price, quantity, description, and related products. */
export function ProductPage() {
  const { productId = '' } = useParams()
  const { currentData: product, error, isFetching, refetch } = useGetProductQuery(productId)
  // The key resets picture and quantity.
  if (product) return <ProductView key={product.product_id} product={product} />
  if (product === null)
    return <NothingThere title={catalogMessages.productNotFound} text={catalogMessages.productNotFoundText} />
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
  const dispatch = useAppDispatch()
  const hydrated = useHydrated()
  useEffect(() => dispatch(recordViewed(product.product_id)), [dispatch, product.product_id])
  const crumbs = productCrumbs(product)
  return (
    <Page title={product.product_name} heading="own">
      <ProductMetadata product={product} path={productPath(product.product_id)} />
      <Breadcrumbs crumbs={crumbs} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-4 sm:gap-y-6 md:grid-cols-2 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-span-7">
          <ProductGallery name={product.product_name} {...picturesOf(product)} />
        </div>
        <div className="min-w-0 md:sticky md:top-24 md:self-start lg:col-span-5 lg:row-span-2 low:static">
          <ProductOffer product={product} />
        </div>
        <div className="mt-6 min-w-0 md:col-span-2 lg:col-span-7">
          <ProductDescription html={product.product_desc} />
        </div>
      </div>
      <ReviewsLater product={product} />
      <RelatedProducts productId={product.product_id} />
      {hydrated && <RecentlyViewed except={product.product_id} className="mt-section-small sm:mt-section" />}
    </Page>
  )
}

function picturesOf({ featured_image, other_images, picture_texts = [] }: Product) {
  const all = [featured_image, ...other_images]
  const images = [...new Set(all)]
  return { images, texts: images.map((image) => picture_texts[all.indexOf(image)] ?? '') }
}

function RelatedProducts({ productId }: { productId: string }) {
  const { currentData } = useGetRelatedProductsQuery(productId)
  if (!currentData?.products.length) return null
  return (
    <section aria-labelledby="related" className="mt-section-small sm:mt-section">
      <h2 id="related" className="mb-5 display text-lg">
        {catalogMessages.relatedProducts}
      </h2>
      <ProductGrid layout="six" products={currentData.products} />
    </section>
  )
}

function ProductPageSkeleton() {
  return (
    <Page title={catalogMessages.product} heading="hidden">
      <LoadingNote />
      <Skeleton className="mb-4 h-7 w-56" />
      <div className="grid grid-cols-1 gap-x-10 gap-y-4 sm:gap-y-6 md:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-7 lg:grid lg:grid-cols-2 lg:gap-3">
          <Skeleton className="aspect-square rounded-picture max-sm:-mx-4 max-sm:aspect-[4/3] max-sm:rounded-none lg:aspect-4/5" />
          {/* Most products have two pictures. */}
          <div className="flex gap-2 max-lg:mt-3 sm:gap-3 md:grid md:grid-cols-4 lg:grid-cols-1">
            <Skeleton className="size-12 rounded-field sm:size-18 md:aspect-square md:h-auto md:w-full lg:aspect-4/5" />
            <Skeleton className="size-12 rounded-field sm:size-18 md:aspect-square md:h-auto md:w-full lg:hidden" />
          </div>
        </div>
        <div className="flex flex-col gap-3 sm:gap-5 lg:col-span-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-8 w-4/5 sm:h-10" />
          <Skeleton className="h-7 w-32 rounded-full" />
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-12 rounded-field" />
          <Skeleton className="h-12 rounded-field" />
        </div>
      </div>
    </Page>
  )
}

function productCrumbs(product: Product): Crumb[] {
  const [category = ALL_CATEGORIES_TILE] = product.product_category
  return [
    { name: catalogMessages.home, path: '/' },
    { name: categoryName(category), path: categoryPath(category) },
    { name: product.product_name, path: `/product/${product.product_id}` },
  ]
}

function ProductMetadata({ product, path }: { product: Product; path: string }) {
  const { siteUrl } = useSite()
  const description =
    textOf(product.product_desc).slice(0, 500).toWellFormed() ||
    catalogMessages.productDescription({ name: product.product_name, price: formatAmount(product.product_price) })
  return (
    <Metadata
      title={product.product_name}
      description={description}
      path={path}
      type="product"
      image={product.featured_image}
      structured={
        import.meta.env.SSR
          ? structuredOf(product, siteUrl, path, description)
          : placeholders('Product', 'BreadcrumbList')
      }
    />
  )
}

function structuredOf(product: Product, siteUrl: string, path: string, description: string): Record<string, unknown>[] {
  const { seller, rating } = product
  return [
    {
      '@type': 'Product',
      name: product.product_name,
      description,
      sku: product.product_id,
      category: product.product_category.map(categoryName).join(', '),
      image: [product.featured_image, ...product.other_images].filter(Boolean).map((image) => absolute(siteUrl, image)),
      ...(seller && { brand: { '@type': 'Brand', name: seller.name } }),
      ...(rating && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
      }),
      ...reviewsOnServer.structured?.(product),
      offers: {
        '@type': 'Offer',
        url: siteUrl + BASE_PATH + path,
        price: product.product_price.toFixed(2),
        priceCurrency: currencyCode(),
        priceValidUntil: endOfNextMonth(new Date()),
        availability: STOCK_AVAILABILITY[product.stock_state ?? 'in'],
        ...(seller && {
          seller: { '@type': 'Organization', name: seller.name, url: siteUrl + BASE_PATH + sellerPath(seller.handle) },
        }),
      },
    },
    breadcrumbList(siteUrl, productCrumbs(product)),
  ]
}

/** Search engines may show a price until this day; one day a month keeps pages cacheable. */
function endOfNextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0)).toISOString().slice(0, 10)
}
