import { ALL_CATEGORIES_TILE, categoryPath } from '../../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { Product } from '../../../../shared/catalog/schema.ts'
import { sellerPath } from '../../../../shared/catalog/seller-path.ts'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { STOCK_AVAILABILITY } from '../../../../shared/stock/constants.ts'
import { useSite } from '../../../api/site.ts'
import { reviewsOnServer } from '../../reviews/reviews-later.tsx'
import { absolute, breadcrumbList, type Crumb, Metadata, placeholders, textOf } from '../metadata.tsx'

/** The path to a product: home, its first category, its name. */
export function productCrumbs(product: Product): Crumb[] {
  const [category = ALL_CATEGORIES_TILE] = product.product_category
  return [
    { name: catalogMessages.home, path: '/' },
    { name: category, path: categoryPath(category) },
    { name: product.product_name, path: `/product/${product.product_id}` },
  ]
}

/** The metadata of a product for search engines and link previews. */
export function ProductMetadata({ product, path }: { product: Product; path: string }) {
  const { siteUrl } = useSite()
  const description =
    textOf(product.product_desc) ||
    catalogMessages.productDescription(product.product_name, formatDollars(product.product_price))
  return (
    <Metadata
      title={product.product_name}
      description={description}
      path={path}
      type="product"
      {...(product.featured_image && { image: product.featured_image })}
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
      description: description.slice(0, 500).toWellFormed(),
      sku: product.product_id,
      category: product.product_category.join(', '),
      image: [product.featured_image, ...product.other_images].filter(Boolean).map((image) => absolute(siteUrl, image)),
      ...(seller && { brand: { '@type': 'Brand', name: seller.name } }),
      ...(rating && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
      }),
      ...reviewsOnServer.structured?.(product),
      offers: {
        '@type': 'Offer',
        url: siteUrl + path,
        price: product.product_price.toFixed(2),
        priceCurrency: 'USD',
        priceValidUntil: endOfNextMonth(new Date()),
        availability: STOCK_AVAILABILITY[product.stock_state ?? 'in'],
        ...(seller && {
          seller: { '@type': 'Organization', name: seller.name, url: siteUrl + sellerPath(seller.handle) },
        }),
      },
    },
    breadcrumbList(siteUrl, productCrumbs(product)),
  ]
}

/** Returns the day until which search engines may show a price, if it does not change: the same for everything of a month. */
function endOfNextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0)).toISOString().slice(0, 10)
}
