import { type ReactNode, Suspense, useState } from 'react'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { searchMessages } from '../../../../shared/catalog/search-messages.ts'
import type { SearchFacets } from '../../../../shared/catalog/search-schema.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hooks.ts'
import { SlidersHorizontal } from '../../../ui/icons.tsx'
import { lazyCode, Nothing } from '../../../ui/load-code.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countFilters, type SearchAddress } from '../search-address.ts'
import { ChosenFilters as ChosenChips, type ChosenFiltersProps, SearchFacetsPanel } from './search-facets.tsx'

// The drop-downs work without it.
const FiltersSheet = lazyCode(async () => (await import('./filters-sheet.tsx')).FiltersSheet, Nothing)

/** The chosen filters as chips; their space is reserved until hydration. */
export function ChosenFilters(props: ChosenFiltersProps) {
  const isHydrated = useHydrated()
  if (countFilters(props.search) === 0) return null
  return <div className="mt-3 min-h-11 sm:min-h-9 noscript:hidden">{isHydrated && <ChosenChips {...props} />}</div>
}

interface FiltersButtonProps {
  search: SearchAddress
  facets: SearchFacets | undefined
  isFailed: boolean
  onRetry: () => void
  total: number | undefined
  /** Called before the filters open, to load the facets. */
  onOpen: () => void
}

/** Opens the filters on narrow screens. */
export function FiltersButton({ onOpen, ...shown }: FiltersButtonProps) {
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
        {count > 0 ? catalogMessages.filtersChosen({ count }) : catalogMessages.filters}
      </Button>
      {wasOpened && (
        <Suspense>
          <FiltersSheet open={open} onOpenChange={setOpen} {...shown} />
        </Suspense>
      )}
    </div>
  )
}

interface FacetsColumnProps extends Omit<FiltersButtonProps, 'total' | 'onOpen'> {
  /** Stands above the filters; on narrow screens, which have the filters in a sheet, in their place. */
  children: ReactNode
}

/** The filters beside the results on wide screens; their space is reserved until the facets are loaded. */
export function FacetsColumn({ search, facets, isFailed, onRetry, children }: FacetsColumnProps) {
  return (
    <aside aria-label={catalogMessages.filters}>
      {children}
      <div className="max-lg:hidden noscript:hidden">
        {facets ? (
          <SearchFacetsPanel search={search} facets={facets} />
        ) : isFailed ? (
          <FacetsFailure onRetry={onRetry} />
        ) : (
          <div aria-hidden className="grid gap-4">
            <Skeleton className="h-44" />
            <Skeleton className="h-24" />
            <Skeleton className="h-44" />
          </div>
        )}
      </div>
    </aside>
  )
}

function FacetsFailure({ onRetry }: Pick<FacetsColumnProps, 'onRetry'>) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-sm">
      <p className="text-muted">{searchMessages.filtersFailed}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {uiMessages.retry}
      </Button>
    </div>
  )
}
