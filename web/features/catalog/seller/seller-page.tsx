import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { SELLER_PAGE_SIZE, SELLER_PAGE_SORTS } from '../../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { catalogMessages, ratingMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { sellerMessages } from '../../../../shared/catalog/seller-messages.ts'
import type { LegalData, Quote, Seller } from '../../../../shared/catalog/seller-schema.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { formatMonth } from '../../../../shared/kernel/locale.ts'
import { useSite } from '../../../api/site.ts'
import { Awning } from '../../../ui/awning.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { SortForm } from '../../../ui/form/sort-form.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { Pagination, PastLastPage } from '../../../ui/list/pagination.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { LoadingNote, Skeleton } from '../../../ui/skeleton.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import {
  readSellerAddress,
  type SellerAddress,
  sellerPagePath,
  useGetProductsOfSellerQuery,
  useGetSellerQuery,
} from '../catalog-api.ts'
import { AwayNote, DeliveryTerms, termsOf } from '../delivery-terms.tsx'
import { absolute, breadcrumbList, type Crumb, Metadata, textOf } from '../metadata.tsx'
import { ProductGrid, ProductGridSkeleton, productPath, RatingText, ratingTexts } from '../product-card.tsx'
import { NothingThere } from '../search/nothing-there.tsx'
import { Breadcrumbs, GridPending, scrollingTables } from '../section.tsx'

/** A seller in the shop: what they say of themselves, and their products, ten a page. */
export function SellerPage() {
  const { handle = '' } = useParams()
  const [query] = useSearchParams()
  const { currentData: seller, error, isFetching, refetch } = useGetSellerQuery(handle)
  if (seller && seller.handle !== handle)
    return <Navigate to={sellerPagePath(readSellerAddress(seller.handle, query))} replace />
  if (seller) return <SellerView seller={seller} address={readSellerAddress(handle, query)} />
  if (seller === null) return <NothingThere title={sellerMessages.notFound} text={sellerMessages.notFoundText} />
  return (
    <Page title={sellerMessages.seller} heading="hidden">
      {error ? (
        <LoadFailure title={sellerMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="mb-8 h-40 rounded-picture" />
          <ProductGridSkeleton count={SELLER_PAGE_SIZE} />
        </>
      )}
    </Page>
  )
}

function SellerView({ seller, address }: { seller: Seller; address: SellerAddress }) {
  const { page = 1 } = address
  const { name, about } = seller
  const crumbs = [
    { name: catalogMessages.home, path: '/' },
    { name, path: sellerPath(seller.handle) },
  ]
  const products = useGetProductsOfSellerQuery(address)
  return (
    <Page title={page > 1 ? sellerMessages.pageOf({ name, page }) : name} heading="own">
      <SellerMetadata
        seller={seller}
        address={address}
        products={products.currentData?.products ?? []}
        crumbs={crumbs}
      />
      <Breadcrumbs crumbs={crumbs} />
      <SellerHeader seller={seller} total={products.currentData?.total} />
      {about && page === 1 && (
        <section aria-label={sellerMessages.about({ name })} className="mt-6 max-w-prose">
          <div
            className="description"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when saved and again when sent
            dangerouslySetInnerHTML={{ __html: scrollingTables(about) }}
          />
        </section>
      )}
      <section aria-labelledby="products" className="mt-10">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h2 id="products" className="display text-lg">
            {sellerMessages.products}
          </h2>
          <SortField address={address} />
        </div>
        <SellerProducts name={name} address={address} products={products} />
      </section>
      {seller.legal && <BusinessDetails legal={seller.legal} />}
    </Page>
  )
}

function BusinessDetails({ legal }: { legal: LegalData }) {
  const declared = (Object.keys(sellerMessages.legal) as (keyof LegalData)[]).filter((name) => legal[name])
  return (
    <section aria-labelledby="business" className="mt-12 border-t border-line pt-6">
      <h2 id="business" className="mb-3 display text-lg">
        {sellerMessages.business}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        {declared.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{sellerMessages.legal[name]}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{legal[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Matches the generated picture of new accounts, in place of which a shop shows its awning. */
const DRAWN = /^$|^\/avatars\//

function SellerHeader({ seller, total }: { seller: Seller; total: number | undefined }) {
  const { picture, banner, awning, delivery, dispatch_days, away_until } = seller
  return (
    <header>
      <Awning form="valance" of={awning} className="relative -mb-4 h-8 [--stripe:2rem]" />
      {banner && (
        <img
          src={banner}
          alt=""
          width={1200}
          height={300}
          fetchPriority="high"
          className="aspect-[5/2] w-full rounded-picture bg-tile object-cover sm:aspect-[4/1]"
        />
      )}
      <div className="grid gap-x-12 gap-y-5 border-x border-b border-line bg-surface px-4 pt-7 pb-5 sm:px-8 sm:pt-9 sm:pb-7 lg:grid-cols-2">
        <div>
          <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3">
            {!DRAWN.test(picture) && <Avatar src={picture} size={72} />}
            <SellerName seller={seller} total={total} />
          </div>
          <dl className="terms text-sm">
            <DeliveryTerms {...termsOf({ delivery, dispatchDays: dispatch_days })} />
          </dl>
          <AwayNote until={away_until} />
        </div>
        {seller.quotes && <Quotes quotes={seller.quotes} />}
      </div>
    </header>
  )
}

function SellerName({
  seller: { name, since, rating, is_trader },
  total,
}: {
  seller: Seller
  total: number | undefined
}) {
  return (
    <div className="min-w-0">
      <PageHeading>{name}</PageHeading>
      <p className="mt-1 min-h-6 text-sm text-muted">
        {sellerMessages.since({ date: formatMonth(since) })}
        {total !== undefined && `\u00a0· ${sellerMessages.productsOf({ total })}`}
        {is_trader !== undefined && `\u00a0· ${is_trader ? sellerMessages.trader : sellerMessages.private}`}
        {rating && (
          <>
            {'\u00a0· '}
            <RatingText {...ratingTexts(rating)} className="inline-block" />
          </>
        )}
      </p>
    </div>
  )
}

function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <ul aria-label={sellerMessages.quotes} className="grid content-center gap-5">
      {quotes.map(({ rating, text, created_at }) => (
        <li key={created_at}>
          <figure className="border-s-4 border-line ps-4">
            <blockquote className="line-clamp-3 text-balance wrap-anywhere">{text}</blockquote>
            <figcaption className="mt-1 text-sm text-muted">
              <RatingText
                text={'★'.repeat(rating)}
                spoken={ratingMessages.stars({ stars: rating })}
                className="me-2 text-ink"
              />
              <LocalDate at={created_at} />
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

function SortField({ address: { handle, sort = 'name' } }: { address: SellerAddress }) {
  const navigate = useNavigate()
  return (
    <SortForm
      action={sellerPath(handle)}
      label={sellerMessages.sortBy}
      value={sort}
      options={sellerMessages.sorts}
      sorts={SELLER_PAGE_SORTS}
      onChoose={(chosen) => {
        const known = SELLER_PAGE_SORTS.find((one) => one === chosen && one !== 'name')
        navigate(sellerPagePath({ handle, ...(known && { sort: known }) }), { preventScrollReset: true })
      }}
      apply={sellerMessages.apply}
    />
  )
}

interface SellerProductsProps {
  name: string
  address: SellerAddress
  products: ReturnType<typeof useGetProductsOfSellerQuery>
}

function SellerProducts({ name, address, products }: SellerProductsProps) {
  const { currentData: data, error, isFetching, refetch } = products
  const { page = 1 } = address
  const hrefOf = (number: number) => sellerPagePath({ ...address, page: number })
  if (!data) return <GridPending error={error} onRetry={refetch} retrying={isFetching} count={SELLER_PAGE_SIZE} />
  const pageCount = Math.ceil(data.total / data.page_size)
  if (page > pageCount && pageCount > 0) return <PastLastPage page={page} lastPage={pageCount} hrefOf={hrefOf} />
  if (data.products.length === 0)
    return (
      <EmptyState
        icon={<PackageX aria-hidden />}
        title={sellerMessages.noProducts}
        action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{catalogMessages.browseAll}</ButtonLink>}
      />
    )
  return (
    <>
      {/* All are of the seller named above. */}
      <ProductGrid
        products={data.products.map((product: ProductCard) => ({ ...product, seller: null }))}
        priorityCount={2}
      />
      {pageCount > 1 && (
        <Pagination label={sellerMessages.pagesOf({ name })} page={page} pageCount={pageCount} hrefOf={hrefOf} />
      )}
    </>
  )
}

interface SellerMetadataProps {
  seller: Seller
  address: SellerAddress
  products: readonly ProductCard[]
  crumbs: Crumb[]
}

function SellerMetadata({ seller, address, products, crumbs }: SellerMetadataProps) {
  const { siteUrl } = useSite()
  const { name, picture, banner, since, handle } = seller
  const url = siteUrl + BASE_PATH + sellerPath(handle)
  const description = textOf(seller.about) || sellerMessages.pageDescription({ name })
  return (
    <Metadata
      title={name}
      type="profile"
      description={description}
      // Search engines need one sort order.
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
            url: siteUrl + BASE_PATH + productPath(product_id),
          })),
        },
        breadcrumbList(siteUrl, crumbs),
      ]}
    />
  )
}
