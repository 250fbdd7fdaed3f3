import { shopName } from '../../../../shared/app/name.ts'
import { shownBanners } from '../../../../shared/banners/shown.ts'
import {
  ALL_CATEGORIES_SLUG,
  ALL_CATEGORIES_TILE,
  type Category,
  categories,
  categoryName,
  categoryPath,
} from '../../../../shared/catalog/categories.ts'
import { JUST_FOR_YOU_COUNT } from '../../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard, ProductList } from '../../../../shared/catalog/schema.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { useSite } from '../../../api/site.ts'
import { Awning } from '../../../ui/awning.tsx'
import { Link } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { builtInPicture } from '../../../ui/pictures/category-pictures.ts'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useGetFlashSaleQuery, useGetHomeQuery, useGetJustForYouQuery } from '../catalog-api.ts'
import { Metadata } from '../metadata.tsx'
import { type GridLayout, ProductGrid } from '../product-card.tsx'
import { GridPending, Section } from '../section.tsx'
import { BannerCarousel } from './banner-carousel.tsx'
import { FirstDay } from './first-day.tsx'

const SELLERS = 4
const PICTURES_OF_SELLER = 3

/** A stall for each seller, as high as the banner leaves room; on phones two, with a picture each. */
function Stalls({ sellers }: { sellers: readonly ShownSeller[] }) {
  return (
    <ul className="grid min-h-0 flex-1 grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-5">
      {sellers.map(({ handle, name, awning, dispatch_days: days, pictures }, stall) => (
        <li key={handle} className="group/stall relative flex min-w-0 flex-col bg-surface max-sm:nth-[n+3]:hidden">
          <Awning form="valance" of={awning} />
          <div className="px-3 pt-1 pb-2 lg:px-4 lg:pt-2 lg:pb-3">
            <h3 className="display text-sm text-balance wrap-anywhere lg:text-base">
              <Link
                to={sellerPath(handle)}
                className="after:absolute after:inset-0 group-hover/stall:underline group-hover/stall:underline-offset-4"
              >
                {name}
              </Link>
            </h3>
            <p className="text-sm text-muted max-lg:hidden">
              {days === undefined ? homeMessages.visitShop : catalogMessages.dispatchIn({ days })}
            </p>
          </div>
          <span className="grid min-h-0 flex-1 grid-cols-3 grid-rows-2 gap-1">
            {pictures.map((picture, index) => (
              <span
                key={picture}
                className="picture-tile relative overflow-hidden max-sm:not-first:hidden first:col-span-2 first:row-span-2 only:col-span-3 max-sm:first:col-span-3"
              >
                <ProductPicture
                  src={picture}
                  alt=""
                  sizes={index ? '6rem' : '(min-width: 64rem) 12rem, 40vw'}
                  // Phones show two stalls.
                  priority={index === 0 && stall < 2}
                  className="absolute inset-0 h-full"
                />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface ShownSeller extends NonNullable<ProductCard['seller']> {
  pictures: string[]
}

function sellersOf(products: readonly ProductCard[]): ShownSeller[] {
  const sellers = new Map<string, ShownSeller>()
  const add = ({ seller }: ProductCard, picture: string | null | undefined) => {
    if (!seller || !picture) return
    const { pictures } = sellers.get(seller.handle) ?? { pictures: [] }
    sellers.set(seller.handle, {
      ...seller,
      pictures: [...new Set([...pictures, picture])].slice(0, PICTURES_OF_SELLER),
    })
  }
  for (const product of products) add(product, product.featured_image)
  // Sellers with few products also show second pictures.
  for (const product of products) add(product, product.second_image)
  const byPictures = [...sellers.values()].toSorted((one, other) => other.pictures.length - one.pictures.length)
  return byPictures.slice(0, SELLERS)
}

const TILES: readonly Category[] = [{ slug: ALL_CATEGORIES_SLUG, name: ALL_CATEGORIES_TILE }]

/** The home page of the shop. */
export function HomePage() {
  const { siteUrl } = useSite()
  const flashSale = useGetFlashSaleQuery()
  const justForYou = useGetJustForYouQuery()
  const { data: home, error } = useGetHomeQuery()
  const { banners = [], categories: pictures = [] } = home ?? {}
  const isEmpty = justForYou.data?.products.length === 0
  const sellers = sellersOf([...(justForYou.data?.products ?? []), ...(flashSale.data?.products ?? [])])
  return (
    <Page title={shopName()} heading="hidden">
      <Metadata
        title={shopName()}
        description={homeMessages.siteDescription()}
        path="/"
        structured={[{ '@type': 'WebSite', name: shopName(), url: `${siteUrl}${BASE_PATH}/` }]}
      />
      <div className="grid grid-cols-1 gap-section-small lg:gap-section">
        {!home && !error && <Skeleton className="rounded-picture max-sm:h-112 sm:h-105 lg:h-120" />}
        {banners.length > 0 && (
          <BannerCarousel
            banners={shownBanners(banners)}
            stalls={sellers.length >= SELLERS && <Stalls sellers={sellers} />}
          />
        )}
        {isEmpty && (
          <Section id="just-for-you" title={homeMessages.justForYou} className="band py-8 lg:py-12">
            <FirstDay />
          </Section>
        )}
        {!isEmpty && flashSale.data?.products.length !== 0 && (
          <Section id="flash-sale" title={homeMessages.flashSale} className="band py-8 lg:py-12">
            <ProductSection {...flashSale} layout="sale" expected={12} priorityCount={2} />
          </Section>
        )}
        <Section id="categories" title={homeMessages.browseByCategory}>
          <CategoryTiles pictures={pictures} />
        </Section>
        {!isEmpty && (
          <Section id="just-for-you" title={homeMessages.justForYou}>
            <ProductSection
              {...justForYou}
              data={withSaleLast(justForYou.data)}
              layout="five"
              expected={JUST_FOR_YOU_COUNT}
            />
          </Section>
        )}
      </div>
    </Page>
  )
}

/** Moves products on sale to the end, as the shelf above shows them. */
function withSaleLast(list: ProductList | undefined): ProductList | undefined {
  return list && { ...list, products: list.products.toSorted((a, b) => Number(a.flash_sale) - Number(b.flash_sale)) }
}

interface ProductSectionProps {
  data?: ProductList
  error?: unknown
  isFetching: boolean
  refetch: () => void
  layout: GridLayout
  expected: number
  priorityCount?: number
}

function ProductSection({ data, error, isFetching, refetch, layout, expected, priorityCount }: ProductSectionProps) {
  if (data?.products.length) {
    return <ProductGrid layout={layout} products={data.products} priorityCount={priorityCount} />
  }
  return <GridPending error={error} onRetry={refetch} retrying={isFetching} layout={layout} count={expected} />
}

function CategoryTiles({ pictures }: { pictures: readonly Pick<Category, 'name' | 'picture'>[] }) {
  return (
    <ul className="grid grid-cols-2 gap-y-6 min-[20rem]:grid-cols-4 sm:gap-x-4 lg:grid-cols-8 lg:gap-y-8">
      {[...TILES, ...categories().shown].map((category) => (
        <li key={category.name}>
          <Link
            to={categoryPath(category.name)}
            className="group flex h-full flex-col items-center gap-2.5 rounded-picture text-center text-xs leading-tight font-medium sm:text-sm"
          >
            <span className="picture-tile grid aspect-square w-18 max-w-[90%] place-items-center overflow-hidden rounded-full transition-colors group-hover:bg-tint-strong sm:w-25">
              <TilePicture category={category} own={pictures.find(({ name }) => name === category.name)?.picture} />
            </span>
            <span className="text-balance wrap-anywhere hyphens-auto group-hover:underline group-hover:underline-offset-2">
              {categoryName(category.name)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The picture of a category, or the first letter of one without. */
function TilePicture({ category, own }: { category: Category; own: string | undefined }) {
  const picture = own ?? builtInPicture(category.slug)
  if (picture === undefined)
    return (
      <span aria-hidden className="display text-3xl text-muted">
        {[...categoryName(category.name)][0]}
      </span>
    )
  return (
    <img
      src={picture}
      alt=""
      width={256}
      height={256}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  )
}
