import { searchFilterMessages, searchMessages } from '../../../../shared/catalog/search-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ShownFacets, type ShownFacetsProps } from './search-facets.tsx'

interface FiltersSheetProps extends ShownFacetsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The number of results; undefined while unknown. */
  total: number | undefined
}

/** The filters of a search on narrow screens. */
export function FiltersSheet({ open, onOpenChange, total, ...shown }: FiltersSheetProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={searchMessages.filters} place="side">
      <ShownFacets {...shown} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 mt-4 border-t border-line bg-surface p-4">
        <Button className="w-full" onClick={() => onOpenChange(false)}>
          {total === undefined ? searchFilterMessages.showResults : searchFilterMessages.showProducts({ total })}
        </Button>
      </div>
    </Dialog>
  )
}
