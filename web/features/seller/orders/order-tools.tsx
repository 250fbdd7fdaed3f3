import { UNDO_ACT_SECONDS } from '../../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { UndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { canAccept, canSend } from '../../fulfilment/what-is-possible.ts'
import type { OrderActs } from './use-order-acts.ts'

interface OrderToolsProps {
  selected: readonly FullSellerOrder[]
  acts: OrderActs
  onAccept: (orders: readonly FullSellerOrder[]) => void
  onSend: (orders: readonly FullSellerOrder[]) => void
}

/** What can be done with the selected orders, and the offer to undo the last act. */
export function OrderTools({ selected, acts, onAccept, onSend }: OrderToolsProps) {
  const { offer, endOffer } = acts
  return (
    <>
      {offer && (
        // In sight wherever the row is that was accepted.
        <div
          data-act-bar
          className="fixed inset-x-0 bottom-4 z-20 mx-auto w-max max-w-[calc(100vw-2rem)] rounded-picture border border-line bg-surface py-2 ps-4 pe-2 shadow-float print:hidden"
        >
          <UndoOffer key={offer.id} offer={offer} seconds={UNDO_ACT_SECONDS} onEnd={() => endOffer(offer.id)} />
        </div>
      )}
      {selected.length > 0 && <SelectedTools selected={selected} onAccept={onAccept} onSend={onSend} />}
      <FailureNote {...acts.failureOfSeveral} className="w-full" />
    </>
  )
}

function SelectedTools({ selected, onAccept, onSend }: Omit<OrderToolsProps, 'acts'>) {
  const toAccept = selected.filter(canAccept)
  const toSend = selected.filter(canSend)
  return (
    <fieldset ref={passFocusOn} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{workMessages.selectedOrders}</legend>
      <span role="status" className="me-1 font-medium tabular-nums">
        {workMessages.selected(selected.length)}
      </span>
      {toAccept.length > 0 && (
        <Button size="small" onClick={() => onAccept(toAccept)}>
          {workMessages.acceptSeveral(toAccept.length)}
        </Button>
      )}
      <ButtonLink
        size="small"
        variant="secondary"
        to={`/seller/orders/${selected.map(({ order_id }) => order_id).join(',')}`}
      >
        {workMessages.printSlips}
      </ButtonLink>
      {toSend.length > 0 && (
        <Button size="small" variant="secondary" onClick={() => onSend(toSend)}>
          {actMessages.send}
        </Button>
      )}
    </fieldset>
  )
}
