import type { CSSProperties } from 'react'
import { useParams, useSearchParams } from 'react-router'
import {
  ALL_CATEGORIES_SLUG,
  ALL_CATEGORIES_TILE,
  categories,
  categoryName,
  categoryPath,
} from '../../../../shared/catalog/categories.ts'
import { categoryMessages, categorySentence, siblingsOf } from '../../../../shared/catalog/category-messages.ts'
import { CATEGORY_PAGE_SIZE, MORE_FROM_SELLERS_COUNT } from '../../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard, ProductPage } from '../../../../shared/catalog/schema.ts'
import type { CategorySlug } from '../../../../shared/catalog/standard-categories.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { useSite } from '../../../api/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { readPageNumber } from '../../../ui/list/page-number.ts'
import { Pagination, PastLastPage } from '../../../ui/list/pagination.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { useGetCategoryPageQuery, useGetProductsOfSellerQuery } from '../catalog-api.ts'
import { breadcrumbList, Metadata, placeholders } from '../metadata.tsx'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { KeepLookingLater } from '../search/keep-looking-later.tsx'
import { searchPath } from '../search-address.ts'
import { Breadcrumbs, GridPending, Section } from '../section.tsx'

/** The hues of the heads of category pages, by slug. */
const HUES: Readonly<Partial<Record<CategorySlug, number>>> = {
  audio: 295,
  automotive: 88,
  cameras: 255,
  computers: 205,
  fashion: 15,
  gaming: 320,
  groceries: 130,
  'home-furniture': 235,
  'home-lighting': 275,
  phones: 165,
  speakers: 65,
  'tools-hardware': 105,
  toys: 350,
  tvs: 45,
  wearables: 185,
}

function hueOf(name: string): number | undefined {
  const slug = categories().byName.get(name.toLowerCase())?.slug ?? ''
  return Object.hasOwn(HUES, slug) ? HUES[slug as CategorySlug] : undefined
}

function MoreFromSellers({ shown }: { shown: readonly ProductCard[] }) {
  const [first = '', second = first] = new Set(shown.flatMap(({ seller }) => seller?.handle ?? []))
  const lists = [useProductsOf(first), useProductsOf(second)]
  if (first === '') return null
  const isLoading = lists.some((list) => list.isLoading || list.isUninitialized)
  const products = isLoading
    ? []
    : mix(
        lists.map(({ data }) => data?.products ?? []),
        shown,
      )
  if (!isLoading && products.length === 0) return null
  return (
    <Section
      id="more-from-sellers"
      title={categoryMessages.moreFromSellers}
      className="mt-section-small noscript:hidden lg:mt-section"
    >
      {isLoading ? (
        <ProductGridSkeleton layout="shelf" count={MORE_FROM_SELLERS_COUNT} />
      ) : (
        <ProductGrid layout="shelf" products={products} />
      )}
    </Section>
  )
}

const useProductsOf = (handle: string) => useGetProductsOfSellerQuery({ handle }, { skip: handle === '' })

function mix(lists: readonly (readonly ProductCard[])[], shown: readonly ProductCard[]): ProductCard[] {
  const found = new Map<string, ProductCard>()
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let index = 0; index < longest; index++) {
    for (const product of lists.flatMap((list) => list[index] ?? [])) found.set(product.product_id, product)
  }
  for (const { product_id } of shown) found.delete(product_id)
  return [...found.values()].slice(0, MORE_FROM_SELLERS_COUNT)
}

/** The products of one category, five a page. */
export function CategoryPage() {
  const { categoryName: term = '' } = useParams()
  const [query] = useSearchParams()
  const { siteUrl } = useSite()
  const page = readPageNumber(query)
  const { currentData, error, isFetching, refetch } = useGetCategoryPageQuery({ category: term, page })
  const category = currentData?.moved_to ?? categoryOf(term)
  const title = titleOf(category)
  const path = categoryPath(currentData?.moved_to ?? term)
  const sentence = categorySentence(category)
  const crumbs = [
    { name: catalogMessages.home, path: '/' },
    { name: title, path },
  ]
  return (
    <Page title={page > 1 ? categoryMessages.pageOfCategory({ title, page }) : title} heading="own">
      <Metadata
        title={title}
        description={sentence ?? categoryMessages.categoryDescription({ title })}
        path={pagePath(path, page)}
        structured={import.meta.env.SSR ? [breadcrumbList(siteUrl, crumbs)] : placeholders('BreadcrumbList')}
        unlisted={currentData?.products.length === 0}
      />
      <Breadcrumbs crumbs={crumbs} />
      <header className="mb-6 sm:mb-8">
        <div style={{ '--hue': hueOf(category) } as CSSProperties} className="category-head p-5 sm:p-8">
          <PageHeading className="lg:text-3xl">{title}</PageHeading>
          {sentence && <p className="mt-2 max-w-prose text-balance sm:text-lg">{sentence}</p>}
          <RelatedCategories of={category} />
        </div>
        <p className="mt-4 flex min-h-6 flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
          <span>{currentData && currentData.total > 0 && countText(currentData)}</span>
          <Link
            to={searchPath(category === ALL_CATEGORIES_TILE ? {} : { category })}
            className="underline hover:text-ink"
          >
            {categoryMessages.filterAndSort}
          </Link>
        </p>
      </header>
      {currentData ? (
        <CategoryProducts data={currentData} page={page} path={path} title={title} />
      ) : (
        <GridPending error={error} onRetry={refetch} retrying={isFetching} count={CATEGORY_PAGE_SIZE} layout="page" />
      )}
    </Page>
  )
}

interface CategoryProductsProps {
  data: ProductPage
  /** The requested page, which may be beyond the last one. */
  page: number
  path: string
  title: string
}

function CategoryProducts({ data, page, path, title }: CategoryProductsProps) {
  const allPath = categoryPath(ALL_CATEGORIES_SLUG)
  const pageCount = Math.ceil(data.total / data.page_size)
  if (page > pageCount && pageCount > 0) {
    return <PastLastPage page={page} lastPage={pageCount} hrefOf={(number) => pagePath(path, number)} />
  }
  if (data.products.length === 0) {
    return (
      <>
        <EmptyState
          drawing={<Drawing of="stall" />}
          title={categoryMessages.emptyCategory}
          action={path !== allPath && <ButtonLink to={allPath}>{catalogMessages.browseAll}</ButtonLink>}
        />
        {/* The header lists the categories. */}
        <KeepLookingLater withCategories={false} />
      </>
    )
  }
  return (
    <>
      <h2 className="sr-only">{catalogMessages.products}</h2>
      <ProductGrid products={data.products} layout="page" priorityCount={2} />
      {data.total > data.page_size && (
        <Pagination
          label={categoryMessages.pagesOfCategory({ title })}
          page={page}
          pageCount={pageCount}
          hrefOf={(number) => pagePath(path, number)}
        />
      )}
      <MoreFromSellers shown={data.products} />
    </>
  )
}

function RelatedCategories({ of }: { of: string }) {
  return (
    <nav
      aria-label={categoryMessages.relatedCategories}
      className="-mx-5 mt-4 overflow-x-auto px-5 py-1 sm:-mx-8 sm:px-8"
    >
      <ul className="flex gap-2 lg:flex-wrap">
        {siblingsOf(of).map(({ name }) => (
          <li key={name}>
            <Link
              to={categoryPath(name)}
              className="inline-flex min-h-9 items-center rounded-full bg-surface px-3.5 text-sm font-medium whitespace-nowrap hover:underline"
            >
              {categoryName(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function pagePath(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path
}

function countText({ total, page, page_size, products }: ProductPage): string {
  const first = (page - 1) * page_size + 1
  if (products.length === 0) return catalogMessages.productsFound({ total })
  return categoryMessages.shownOfCategory({ first, last: first + products.length - 1, total })
}

/** Returns the category of an address as data has it, or the tile's name for all. */
function categoryOf(term: string): string {
  const wanted = term.trim().toLowerCase()
  if (wanted === ALL_CATEGORIES_SLUG) return ALL_CATEGORIES_TILE
  return categories().byName.get(wanted)?.name ?? term.charAt(0).toUpperCase() + term.slice(1)
}

function titleOf(category: string): string {
  if (category === ALL_CATEGORIES_TILE) return categoryMessages.allProducts
  return isVisible(category) ? categoryName(category) : categoryMessages.category
}
