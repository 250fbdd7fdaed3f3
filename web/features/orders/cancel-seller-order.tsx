import { useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ActionDialog } from '../fulfilment/action-dialog.tsx'
import { DeliveryIncluded, deliveryBack } from '../fulfilment/delivery-back.tsx'
import { chosenUnits, LineUnitFields, noUnits, wrongUnits } from '../fulfilment/line-units.tsx'
import { isPaid, itemsOf, worthOf } from '../fulfilment/what-is-possible.ts'
import { buyerActionsApi } from './buyer-actions-api.ts'
import type { OrderWithSellerOrders } from './orders-api.ts'

interface CancelSellerOrderProps {
  order: OrderWithSellerOrders
  sellerOrder: BuyerSellerOrder
}

/** Cancels unaccepted units, or asks the seller to cancel; renders nothing when neither is possible. */
export function CancelSellerOrder({ order, sellerOrder }: CancelSellerOrderProps) {
  const [open, setOpen] = useState(false)
  const { can_cancel, can_ask_to_cancel } = sellerOrder
  if (!can_cancel && !can_ask_to_cancel && !open) return null
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        {can_cancel ? trackingMessages.cancel : trackingMessages.askToCancel}
      </Button>
      {open && <CancelOwnDialog order={order} sellerOrder={sellerOrder} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelOwnDialog({ order, sellerOrder, onClose }: CancelSellerOrderProps & { onClose: () => void }) {
  const { number, revision, seller, can_cancel } = sellerOrder
  const lines = openLinesOf(order, sellerOrder)
  const draft = useDraft(`${sellerOrder.seller_order_id}/cancel`, { note: '', ...noUnits(lines) })
  const values: Readonly<Record<string, string>> & { note: string } = draft.values
  const [cancel] = buyerActionsApi.useCancelOwnSellerOrderMutation()
  const chosen = chosenUnits(lines, values)
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  const texts = can_cancel ? CANCELLING : ASKING
  const back = deliveryBack({ ...sellerOrder, payment: order.payment }, chosen, { how: 'cancelled' })

  return (
    <ActionDialog
      title={texts.title}
      text={(can_cancel && seller.is_suspended ? trackingMessages.cancelTextSuspended : texts.text)({
        seller: seller.name,
      })}
      confirm={texts.confirm}
      cancel={trackingMessages.keep}
      danger
      check={() => wrongUnits(lines, values, trackingMessages.chooseUnits)}
      fieldOf={{ nothing_left: 'units' }}
      draft={draft}
      success={texts.done}
      onSubmit={() => {
        const note = values.note.trim() || undefined
        return cancel({ orderId: order.order_id, number, revision, lines: chosen, note })
      }}
      onClose={onClose}
    >
      <LineUnitFields
        legend={trackingMessages.unitsToCancel}
        lines={lines}
        units={values}
        onChange={(units) => draft.change({ ...draft.values, ...units })}
        labelOf={trackingMessages.unitsOfLine}
        withAll
      />
      <TextField label={trackingMessages.noteToSeller} maxLength={MAX_NOTE_LENGTH} {...draft.field('note')} />
      <p role="status" className="text-muted wrap-anywhere">
        {count > 0
          ? (isPaid(order) ? texts.paidEffects : texts.effects)({
              items: itemsOf(lines, chosen),
              amount: worthOf(lines, chosen, back.amount),
            })
          : actionMessages.noUnits}
        {count > 0 && <DeliveryIncluded amount={back.amount} />}
      </p>
    </ActionDialog>
  )
}

const CANCELLING = {
  title: trackingMessages.cancelTitle,
  text: trackingMessages.cancelText,
  confirm: trackingMessages.cancelConfirm,
  done: trackingMessages.cancelled,
  effects: trackingMessages.effects,
  paidEffects: trackingMessages.paidEffects,
}
const ASKING = {
  title: trackingMessages.askTitle,
  text: trackingMessages.askText,
  confirm: trackingMessages.askConfirm,
  done: trackingMessages.asked,
  effects: trackingMessages.askEffects,
  paidEffects: trackingMessages.paidAskEffects,
}

function openLinesOf({ lines }: OrderWithSellerOrders, sellerOrder: BuyerSellerOrder) {
  return sellerOrder.lines.flatMap((line) => {
    // Line numbers start at 1 and follow the order.
    const ordered = lines[line.line_number - 1]
    const left = unitsLeft(line)
    return ordered && left > 0 ? [{ ...ordered, line_number: line.line_number, left }] : []
  })
}
