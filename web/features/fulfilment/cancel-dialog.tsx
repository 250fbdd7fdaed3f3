import { CANCEL_REASONS, MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { useDraft } from '../../session/use-draft.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './dialog-fields.tsx'
import { useCancelSellerOrderMutation } from './fulfilment-api.ts'
import { chosenUnits, LineUnitFields, noUnits, wrongUnits } from './line-units.tsx'
import { isPaid, itemsOf, openLines, worthOf } from './what-is-possible.ts'

interface CancelDialogProps {
  sellerOrder: FullSellerOrder
  base: string
  onClose: () => void
}

/** Cancels unsent units for a reason; shows the effects. */
export function CancelDialog({ sellerOrder, base, onClose }: CancelDialogProps) {
  const lines = openLines(sellerOrder)
  const draft = useDraft(`${base}/cancel`, {
    reason: 'out_of_stock',
    note: '',
    ...noUnits(lines),
  })
  const { values, change } = draft
  const note = values.note.trim()
  const reason = CANCEL_REASONS.find((known) => known === values.reason) ?? 'other'
  const [cancel] = useCancelSellerOrderMutation()
  const chosen = chosenUnits(lines, values)
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  const effects = isPaid(sellerOrder) ? actMessages.paidEffects : actMessages.effects
  const body = { revision: sellerOrder.revision, lines: chosen, reason, ...(note && { note }) }
  return (
    <ActionDialog
      title={actMessages.cancelTitle(sellerOrder.seller_order_id)}
      confirm={actMessages.cancelUnits}
      cancel={actMessages.keep}
      danger
      check={() => wrongUnits(lines, values, actMessages.chooseUnits)}
      fieldOf={{ nothing_left: 'units' }}
      draft={draft}
      success={actMessages.cancelled(count)}
      onSubmit={() => cancel({ base, cancel: body })}
      onClose={onClose}
    >
      <LineUnitFields
        legend={actMessages.unitsToCancel}
        lines={lines}
        units={values}
        onChange={(units) => change({ ...values, ...units })}
        labelOf={actMessages.unitsOfLine}
        withAll
      />
      <ReasonField
        label={actMessages.reason}
        reasons={CANCEL_REASONS}
        texts={actMessages.reasons}
        value={reason}
        onChange={(chosenReason) => change({ ...values, reason: chosenReason })}
      />
      <TextField
        label={actMessages.note}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        value={values.note}
        onChange={({ target }) => change({ ...values, note: target.value })}
      />
      <p role="status" className="text-muted">
        {count > 0
          ? effects(itemsOf(sellerOrder.lines, chosen), worthOf(sellerOrder.lines, chosen))
          : actMessages.noUnits}
      </p>
    </ActionDialog>
  )
}
