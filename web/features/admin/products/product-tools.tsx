import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { UndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import type { ProductChanges } from './use-product-changes.ts'

interface ProductToolsProps {
  selected: readonly AdminProduct[]
  changes: ProductChanges
  onDelete: (products: readonly AdminProduct[]) => void
  /** Called after an action on these products, which can be deselected now. */
  onDone: (done: readonly AdminProduct[]) => void
}

/** The bulk actions for selected products, and the offer to undo the last one. */
export function ProductTools({ selected, changes, onDelete, onDone }: ProductToolsProps) {
  const { offer, endOffer } = changes
  return (
    <>
      {offer && <UndoOffer key={offer.id} offer={offer} seconds={UNDO_SECONDS} onEnd={() => endOffer(offer.id)} />}
      {selected.length > 0 && (
        <SelectedTools selected={selected} changes={changes} onDelete={onDelete} onDone={onDone} />
      )}
      <FailureNote {...changes.failureOfSeveral} className="w-full" />
    </>
  )
}

function SelectedTools({ selected, changes, onDelete, onDone }: ProductToolsProps) {
  const { busy } = changes

  async function run(change: Promise<boolean>) {
    if (await change) onDone(selected)
  }

  return (
    <fieldset ref={passFocusOn} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{productListMessages.selectedProducts}</legend>
      <span role="status" className="me-1 font-medium tabular-nums">
        {productListMessages.selected(selected.length)}
      </span>
      <Button size="small" variant="secondary" busy={busy} onClick={() => run(changes.setFlashSales(selected, true))}>
        {productListMessages.flashSalesOn}
      </Button>
      <Button size="small" variant="secondary" busy={busy} onClick={() => run(changes.setFlashSales(selected, false))}>
        {productListMessages.flashSalesOff}
      </Button>
      <Button size="small" variant="danger" busy={busy} onClick={() => onDelete(selected)}>
        {productListMessages.deleteSelected}
      </Button>
    </fieldset>
  )
}
