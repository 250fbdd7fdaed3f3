import { cancelReasons } from '../../../shared/fulfilment/cancel-messages.ts'
import { CANCEL_REASONS, MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
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
  const effects = isPaid(sellerOrder) ? actionMessages.paidEffects : actionMessages.effects
  const body = { revision: sellerOrder.revision, lines: chosen, reason, ...(note && { note }) }
  return (
    <ActionDialog
      title={actionMessages.cancelTitle({ id: sellerOrder.seller_order_id })}
      confirm={actionMessages.cancelUnits}
      cancel={actionMessages.keep}
      danger
      check={() => wrongUnits(lines, values, actionMessages.chooseUnits)}
      fieldOf={{ nothing_left: 'units' }}
      draft={draft}
      success={actionMessages.cancelled({ units: count })}
      onSubmit={() => cancel({ base, cancel: body })}
      onClose={onClose}
    >
      <LineUnitFields
        legend={actionMessages.unitsToCancel}
        lines={lines}
        units={values}
        onChange={(units) => change({ ...values, ...units })}
        labelOf={actionMessages.unitsOfLine}
        withAll
      />
      <ReasonField
        label={actionMessages.reason}
        reasons={CANCEL_REASONS}
        texts={cancelReasons}
        value={reason}
        onChange={(chosenReason) => change({ ...values, reason: chosenReason })}
      />
      <TextField
        label={actionMessages.note}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        value={values.note}
        onChange={({ target }) => change({ ...values, note: target.value })}
      />
      <p role="status" className="text-muted">
        {count > 0
          ? effects({ items: itemsOf(sellerOrder.lines, chosen), amount: worthOf(sellerOrder.lines, chosen) })
          : actionMessages.noUnits}
      </p>
    </ActionDialog>
  )
}
