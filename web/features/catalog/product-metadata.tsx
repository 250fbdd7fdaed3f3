import { ALL_CATEGORIES_TILE, categoryPath } from '../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { useSite } from '../../api/site.ts'
import { breadcrumbList, type Crumb, Metadata, textOf } from './metadata.tsx'

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
      image={product.featured_image}
      structured={[
        {
          '@type': 'Product',
          name: product.product_name,
          description: description.slice(0, 500).toWellFormed(),
          sku: product.product_id,
          category: product.product_category.join(', '),
          image: [product.featured_image, ...product.other_images].filter(Boolean).map((image) => siteUrl + image),
          offers: {
            '@type': 'Offer',
            url: siteUrl + path,
            price: product.product_price.toFixed(2),
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
          },
        },
        breadcrumbList(siteUrl, productCrumbs(product)),
      ]}
    />
  )
}
