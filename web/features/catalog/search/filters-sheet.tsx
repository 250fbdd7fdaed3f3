import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { searchFilterMessages } from '../../../../shared/catalog/search-messages.ts'
import type { SearchFacets } from '../../../../shared/catalog/search-schema.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { SearchAddress } from '../search-address.ts'
import { SearchFacetsPanel } from './search-facets.tsx'

interface FiltersSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  search: SearchAddress
  /** Undefined while loading and after a failure. */
  facets: SearchFacets | undefined
  isFailed: boolean
  onRetry: () => void
  /** The number of results; undefined while unknown. */
  total: number | undefined
}

/** The filters of a search on narrow screens. */
export function FiltersSheet({ open, onOpenChange, search, facets, isFailed, onRetry, total }: FiltersSheetProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={catalogMessages.filters} place="side">
      {facets ? (
        <SearchFacetsPanel search={search} facets={facets} />
      ) : isFailed ? (
        <LoadFailure title={catalogMessages.categoryFailed} onRetry={onRetry} retrying={false} />
      ) : (
        <Skeleton className="h-96" />
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 mt-4 border-t border-line bg-surface p-4">
        <Button className="w-full" onClick={() => onOpenChange(false)}>
          {total === undefined ? searchFilterMessages.showResults : searchFilterMessages.showProducts({ total })}
        </Button>
      </div>
    </Dialog>
  )
}
