import { type ReactNode, Suspense, useState } from 'react'
import { searchMessages } from '../../../../shared/catalog/search-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hooks.ts'
import { SlidersHorizontal } from '../../../ui/icons.tsx'
import { lazyCode, Nothing } from '../../../ui/load-code.ts'
import { countFilters } from '../search-address.ts'
import {
  ChosenFilters as ChosenChips,
  type ChosenFiltersProps,
  ShownFacets,
  type ShownFacetsProps,
} from './search-facets.tsx'

// Without the sheet the drop-downs still work.
const FiltersSheet = lazyCode(async () => (await import('./filters-sheet.tsx')).FiltersSheet, Nothing)

/** The chosen filters as chips; their space is reserved until hydration. */
export function ChosenFilters(props: ChosenFiltersProps) {
  const isHydrated = useHydrated()
  if (countFilters(props.search) === 0) return null
  return <div className="mt-3 min-h-11 sm:min-h-9 noscript:hidden">{isHydrated && <ChosenChips {...props} />}</div>
}

interface FiltersButtonProps extends ShownFacetsProps {
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

/** The filters beside the results on wide screens. */
export function FacetsColumn({ children, ...shown }: FacetsColumnProps) {
  return (
    <aside aria-label={searchMessages.filters}>
      {children}
      <div className="max-lg:hidden noscript:hidden">
        <ShownFacets {...shown} />
      </div>
    </aside>
  )
}
