import type { ReactNode } from 'react'
import { ALL_CATEGORIES_TILE, categoryPath } from '../../../shared/catalog/categories.ts'
import { JUST_FOR_YOU_COUNT } from '../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { ProductList } from '../../../shared/catalog/schema.ts'
import { useSite } from '../../api/site.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { BannerCarousel } from './banner-carousel.tsx'
import { useGetFlashSaleQuery, useGetJustForYouQuery } from './catalog-api.ts'
import { categoryPicture } from './category-pictures.ts'
import { LoadFailure } from './load-failure.tsx'
import { Metadata } from './metadata.tsx'
import { type GridLayout, ProductGrid, ProductGridSkeleton } from './product-card.tsx'
import { useCategories } from './use-categories.ts'

/** The home page of the shop. */
export function HomePage() {
  const { siteUrl } = useSite()
  const flashSale = useGetFlashSaleQuery()
  const justForYou = useGetJustForYouQuery()
  return (
    <Page title="Openstall" heading="hidden">
      <Metadata
        title="Openstall"
        description={catalogMessages.siteDescription}
        path="/"
        structured={[{ '@type': 'WebSite', name: 'Openstall', url: `${siteUrl}/` }]}
      />
      <div className="grid gap-14">
        <BannerCarousel />
        {flashSale.data?.products.length !== 0 && (
          <Section id="flash-sale" title={catalogMessages.flashSale}>
            <ProductSection {...flashSale} layout="shelf" expected={12} priorityCount={2} />
          </Section>
        )}
        <Section id="categories" title={catalogMessages.browseByCategory}>
          <CategoryTiles />
        </Section>
        <Section id="just-for-you" title={catalogMessages.justForYou}>
          <ProductSection {...justForYou} layout="five" expected={JUST_FOR_YOU_COUNT} />
        </Section>
      </div>
    </Page>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface ProductSectionProps {
  data?: ProductList
  error?: unknown
  isFetching: boolean
  refetch: () => void
  layout: GridLayout
  /** How many cards the skeleton shows. */
  expected: number
  /** How many pictures belong to the first view. */
  priorityCount?: number
}

function ProductSection({ data, error, isFetching, refetch, layout, expected, priorityCount }: ProductSectionProps) {
  if (data?.products.length) {
    return <ProductGrid layout={layout} products={data.products} priorityCount={priorityCount} />
  }
  if (data) return <p className="text-muted">{catalogMessages.noProductsYet}</p>
  if (error) return <LoadFailure onRetry={refetch} retrying={isFetching} />
  return (
    <>
      <LoadingNote />
      <ProductGridSkeleton layout={layout} count={expected} />
    </>
  )
}

function CategoryTiles() {
  return (
    <ul className="grid grid-cols-3 gap-2 min-[22rem]:grid-cols-4 sm:gap-3 lg:grid-cols-8">
      {[ALL_CATEGORIES_TILE, ...useCategories()].map((name) => (
        <li key={name}>
          <Link
            to={categoryPath(name)}
            className="flex h-full flex-col items-center gap-2 rounded-2xl border border-line bg-surface px-0.5 py-3 text-center text-[0.6875rem] leading-tight font-medium transition-colors hover:border-line-strong hover:bg-tint min-[25rem]:text-xs sm:px-2 sm:py-4 sm:text-sm"
          >
            <img
              src={categoryPicture(name)}
              alt=""
              width={56}
              height={56}
              loading="lazy"
              decoding="async"
              className="size-10 sm:size-14"
            />
            <span className="text-balance wrap-anywhere">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
