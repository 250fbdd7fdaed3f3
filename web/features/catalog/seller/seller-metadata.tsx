import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { sellerMessages } from '../../../../shared/catalog/seller-messages.ts'
import { sellerPath } from '../../../../shared/catalog/seller-path.ts'
import type { Seller } from '../../../../shared/catalog/seller-schema.ts'
import { useSite } from '../../../api/site.ts'
import { type SellerAddress, sellerPagePath } from '../catalog-api.ts'
import { absolute, breadcrumbList, type Crumb, Metadata, textOf } from '../metadata.tsx'
import { productPath } from '../product-card.tsx'

interface SellerMetadataProps {
  seller: Seller
  address: SellerAddress
  products: readonly ProductCard[]
  crumbs: Crumb[]
}

/** The metadata of a seller for search engines and link previews. */
export function SellerMetadata({ seller, address, products, crumbs }: SellerMetadataProps) {
  const { siteUrl } = useSite()
  const { name, picture, banner, since, handle } = seller
  const url = siteUrl + sellerPath(handle)
  const description = textOf(seller.about) || sellerMessages.pageDescription(name)
  return (
    <Metadata
      title={name}
      type="profile"
      description={description}
      // One order is enough for search engines.
      path={sellerPagePath({ handle, ...(address.page && { page: address.page }) })}
      structured={[
        {
          '@type': 'ProfilePage',
          dateCreated: since,
          mainEntity: {
            '@type': 'Organization',
            '@id': url,
            name,
            url,
            description: description.slice(0, 500).toWellFormed(),
            ...(picture && { logo: absolute(siteUrl, picture) }),
            ...(banner && { image: absolute(siteUrl, banner) }),
          },
        },
        {
          '@type': 'ItemList',
          itemListElement: products.map(({ product_id, product_name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: product_name,
            url: siteUrl + productPath(product_id),
          })),
        },
        breadcrumbList(siteUrl, crumbs),
      ]}
    />
  )
}
