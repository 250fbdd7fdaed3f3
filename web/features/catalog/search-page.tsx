import { useSearchParams } from 'react-router'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { MAX_SEARCH_PAGE, SEARCH_PAGE_SIZE } from '../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import type { SearchResult, Widened } from '../../../shared/catalog/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DrawingLater } from '../../ui/drawing-later.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PastLastPage } from '../../ui/past-last-page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { useSearchProductsQuery } from './catalog-api.ts'
import { KeepLookingLater } from './keep-looking-later.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Metadata } from './metadata.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-card.tsx'
import { readSearch, type SearchAddress, searchPath } from './search-address.ts'
import { CategoryChips, SearchFilters } from './search-filters.tsx'
import { SearchForm } from './search-form.tsx'

/** Search results, ten a page; the filters are part of the address. */
export function SearchPage() {
  const [query] = useSearchParams()
  const search = readSearch(query)
  const { currentData, data, error, isFetching, refetch } = useSearchProductsQuery(search)
  const title = search.q ? catalogMessages.resultsFor(search.q) : catalogMessages.search
  return (
    <Page title={title} heading="own">
      <Metadata title={title} description={catalogMessages.searchDescription} path={searchPath(search)} unlisted />
      <PageHeading className="mb-3 max-sm:text-xl sm:mb-5">{title}</PageHeading>
      <div className="mb-3 max-w-2xl sm:mb-4">
        <SearchForm
          label={catalogMessages.searchProducts}
          defaultValue={search.q}
          kept={{ ...search, exact: undefined }}
        />
      </div>
      <SearchFilters search={search} />
      <CategoryChips
        search={search}
        counts={(currentData ?? data)?.categories ?? []}
        total={(currentData ?? data)?.total ?? 0}
      />
      <p role="status" className="mt-3 mb-3 min-h-6 text-sm text-muted tabular-nums sm:mt-5 sm:mb-4">
        {currentData && countText(currentData)}
      </p>
      {currentData?.widened && search.q && (
        <p className="mb-4">
          {widenedText(search.q, currentData.widened)}{' '}
          <Link to={searchPath({ ...search, page: undefined, exact: '1' })} className="underline">
            {catalogMessages.searchOnlyFor(search.q)}
          </Link>
        </p>
      )}
      {currentData ? (
        <SearchResults result={currentData} search={search} />
      ) : error ? (
        <LoadFailure onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <LoadingNote />
          <ProductGridSkeleton count={SEARCH_PAGE_SIZE} />
        </>
      )}
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
    return (
      <>
        <EmptyState
          drawing={<DrawingLater />}
          title={catalogMessages.nothingFound}
          text={catalogMessages.nothingFoundText}
          action={
            <>
              {(search.category || search.price || search.page) && (
                <ButtonLink to={searchPath({ q: search.q })}>{catalogMessages.clearFilters}</ButtonLink>
              )}
              <ButtonLink variant="secondary" to={categoryPath(ALL_CATEGORIES_SLUG)}>
                {catalogMessages.browseAll}
              </ButtonLink>
            </>
          }
        />
        <KeepLookingLater withSearch={false} />
      </>
    )
  }
  return (
    <>
      <h2 className="sr-only">{catalogMessages.products}</h2>
      <ProductGrid products={result.products} priorityCount={2} />
      {result.total > result.page_size && (
        <Pagination label={catalogMessages.pagesOfResults} page={result.page} pageCount={pageCount} hrefOf={hrefOf} />
      )}
    </>
  )
}

function widenedText(given: string, { step, text, exact }: Widened): string {
  return exact > 0 ? catalogMessages.fewExactMatches(given) : catalogMessages.widened[step](given, text)
}

function countText({ total, total_is_exact }: SearchResult): string {
  return total_is_exact ? catalogMessages.productsFound(total) : catalogMessages.productsFoundAtLeast(total)
}
