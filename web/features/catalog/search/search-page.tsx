import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { MAX_SEARCH_PAGE, SEARCH_PAGE_SIZE } from '../../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { SearchResult, Widened } from '../../../../shared/catalog/schema.ts'
import { searchMessages } from '../../../../shared/catalog/search-messages.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useHydrated, useNarrowScreen } from '../../../ui/hooks.ts'
import { SlidersHorizontal } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pagination, PastLastPage } from '../../../ui/list/pagination.tsx'
import { lazyCode, Nothing } from '../../../ui/load-code.ts'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { useCountFacetsQuery, useSearchProductsQuery } from '../catalog-api.ts'
import { Metadata } from '../metadata.tsx'
import { ProductGrid } from '../product-card.tsx'
import { countFilters, readSearch, type SearchAddress, searchPath, toFacets } from '../search-address.ts'
import { GridPending } from '../section.tsx'
import { KeepLookingLater } from './keep-looking-later.tsx'
import { recordSearch } from './recent-searches.ts'
import {
  ChosenFilters as ChosenChips,
  type ChosenFiltersProps,
  ShownFacets,
  type ShownFacetsProps,
} from './search-facets.tsx'
import { CategoryChips, SearchFilters } from './search-filters.tsx'
import { SearchForm } from './search-form.tsx'

/** The minimum width with filters beside the results. */
const BESIDE_PX = 1024
/** Up to this many results, suggestions fill the rest of the page. */
const FEW = 4
const BESIDE_FILTERS = 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8 lg:noscript:block'

/** Search results, ten a page; the filters are part of the address. */
export function SearchPage() {
  const [query] = useSearchParams()
  const search = readSearch(query)
  const { currentData, data, error, isFetching, refetch } = useSearchProductsQuery(search)
  const total = (currentData ?? data)?.total
  const [isOpened, setOpened] = useState(false)
  // Narrow screens need facets only for opened filters and for the names of chosen sellers.
  const isHidden = useNarrowScreen(BESIDE_PX - 1) && !isOpened && !search.seller
  const isHydrated = useHydrated()
  const {
    data: facets,
    isError,
    refetch: onRetry,
  } = useCountFacetsQuery(toFacets(search), {
    skip: isHidden || !isHydrated,
  })
  const shownFacets = { search, facets, isFailed: isError, onRetry }
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (search.q !== undefined) dispatch(recordSearch(search.q))
  }, [dispatch, search.q])
  // An empty result is filterable only when filters caused it.
  const isFilterable = currentData ? currentData.total > 0 || countFilters(search) > 0 : !error
  const title = search.q ? searchMessages.resultsFor({ text: search.q }) : catalogMessages.search
  return (
    <Page title={title} heading="own">
      <Metadata title={title} description={searchMessages.searchDescription()} path={searchPath(search)} unlisted />
      <div data-search-page className="mb-2 flex flex-wrap items-baseline gap-x-4 lg:-mt-4">
        <PageHeading className="[--title:1.25rem] sm:[--title:1.75rem]">{title}</PageHeading>
        <p role="status" className="min-h-6 text-sm text-muted">
          {currentData && countText(currentData)}
        </p>
      </div>
      <div className="grid gap-2 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-3">
        <SearchForm
          label={catalogMessages.searchProducts}
          defaultValue={search.q}
          filters={{ ...search, exact: undefined }}
        />
        <SearchFilters search={search}>
          <FiltersButton {...shownFacets} total={total} onOpen={() => setOpened(true)} />
        </SearchFilters>
      </div>
      <ChosenFilters search={search} facets={facets} />
      <div className={classNames('mt-3', isFilterable && BESIDE_FILTERS)}>
        {isFilterable && (
          <FacetsColumn {...shownFacets}>
            <CategoryChips search={search} counts={(currentData ?? data)?.categories ?? []} total={total ?? 0} />
          </FacetsColumn>
        )}
        <div>
          {currentData?.sellers?.map(({ handle, name }) => (
            <p key={handle} className="mb-4">
              <Link to={sellerPath(handle)} className="inline-block py-2 font-medium wrap-anywhere underline">
                {searchMessages.visitSeller({ name })}
              </Link>
            </p>
          ))}
          {currentData?.widened && search.q && (
            <p className="mb-4">
              {widenedText(search.q, currentData.widened)}{' '}
              <Link to={searchPath({ ...search, page: undefined, exact: '1' })} className="underline">
                {searchMessages.searchOnlyFor({ given: search.q })}
              </Link>
            </p>
          )}
          {currentData ? (
            <SearchResults result={currentData} search={search} />
          ) : (
            <GridPending error={error} onRetry={refetch} retrying={isFetching} count={SEARCH_PAGE_SIZE} layout="four" />
          )}
        </div>
      </div>
    </Page>
  )
}

function SearchResults({ result, search }: { result: SearchResult; search: SearchAddress }) {
  const pageCount = Math.min(Math.ceil(result.total / result.page_size), MAX_SEARCH_PAGE)
  const hrefOf = (number: number) => searchPath({ ...search, page: number > 1 ? number : undefined })
  const { page = 1 } = search
  if (page > pageCount && pageCount > 0) {
    return <PastLastPage page={page} lastPage={pageCount} hrefOf={hrefOf} />
  }
  if (result.products.length === 0) {
    const isNarrowed = countFilters(search) > 0 || search.page !== undefined
    return (
      <>
        <EmptyState
          drawing={<Drawing of="search" />}
          title={searchMessages.nothingFound}
          text={searchMessages.nothingFoundText}
          action={
            <>
              {search.exact && (
                <ButtonLink to={searchPath({ ...search, exact: undefined, page: undefined })}>
                  {searchMessages.showSimilar}
                </ButtonLink>
              )}
              {isNarrowed && (
                <ButtonLink variant={search.exact ? 'secondary' : 'primary'} to={searchPath({ q: search.q })}>
                  {searchMessages.clearFilters}
                </ButtonLink>
              )}
              <ButtonLink
                variant={search.exact || isNarrowed ? 'secondary' : 'primary'}
                to={categoryPath(ALL_CATEGORIES_SLUG)}
              >
                {catalogMessages.browseAll}
              </ButtonLink>
            </>
          }
        />
        <KeepLookingLater />
      </>
    )
  }
  return (
    <>
      <h2 className="sr-only">{catalogMessages.products}</h2>
      <ProductGrid products={result.products} layout="four" priorityCount={2} />
      {result.total > result.page_size && (
        <Pagination label={searchMessages.pagesOfResults} page={result.page} pageCount={pageCount} hrefOf={hrefOf} />
      )}
      {result.total <= FEW && <KeepLookingLater withCategories={false} />}
    </>
  )
}

function widenedText(query: string, { step, text, exact }: Widened): string {
  return exact > 0
    ? searchMessages.fewExactMatches({ given: query })
    : searchMessages.widened[step]({ given: query, text })
}

function countText({ total, total_is_exact }: SearchResult): string {
  return total_is_exact ? catalogMessages.productsFound({ total }) : searchMessages.productsFoundAtLeast({ total })
}

// Without the sheet the drop-downs still work.
const FiltersSheet = lazyCode(async () => (await import('./filters-sheet.tsx')).FiltersSheet, Nothing)

function ChosenFilters(props: ChosenFiltersProps) {
  const isHydrated = useHydrated()
  if (countFilters(props.search) === 0) return null
  return <div className="mt-3 min-h-11 sm:min-h-9 noscript:hidden">{isHydrated && <ChosenChips {...props} />}</div>
}

interface FiltersButtonProps extends ShownFacetsProps {
  total: number | undefined
  /** Called before the filters open, to load the facets. */
  onOpen: () => void
}

function FiltersButton({ onOpen, ...shown }: FiltersButtonProps) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const count = countFilters(shown.search)
  return (
    <div className="shrink-0 self-end lg:hidden noscript:hidden">
      <Button
        variant="secondary"
        className="px-3.5 font-medium"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          onOpen()
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {count > 0 ? searchMessages.filtersChosen({ count }) : searchMessages.filters}
      </Button>
      {wasOpened && (
        <Suspense>
          <FiltersSheet open={open} onOpenChange={setOpen} {...shown} />
        </Suspense>
      )}
    </div>
  )
}

interface FacetsColumnProps extends ShownFacetsProps {
  /** Shown above the filters; on narrow screens, which have the filters in a sheet, in their place. */
  children: ReactNode
}

function FacetsColumn({ children, ...shown }: FacetsColumnProps) {
  return (
    <aside aria-label={searchMessages.filters}>
      {children}
      <div className="max-lg:hidden noscript:hidden">
        <ShownFacets {...shown} />
      </div>
    </aside>
  )
}
