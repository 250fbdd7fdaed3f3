import { cancelReasons } from '../../../shared/fulfilment/cancel-messages.ts'
import { CANCEL_REASONS, MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { adminPaymentErrors } from '../../../shared/payments/errors.ts'
import { useDraft } from '../../session/use-draft.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { DeliveryBackField, DeliveryIncluded, deliveryBack } from './delivery-back.tsx'
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
    delivery: '',
    ...noUnits(lines),
  })
  const { values, change } = draft
  const note = values.note.trim()
  const reason = CANCEL_REASONS.find((known) => known === values.reason) ?? 'other'
  const [cancel] = useCancelSellerOrderMutation()
  const chosen = chosenUnits(lines, values)
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  const back = deliveryBack(sellerOrder, chosen, { how: 'cancelled', typed: values.delivery })
  const effects = isPaid(sellerOrder) ? actionMessages.paidEffects : actionMessages.effects
  const added = back.amount > back.due && { delivery: back.amount }
  const body = { revision: sellerOrder.revision, lines: chosen, reason, ...(note && { note }), ...added }
  return (
    <ActionDialog
      title={actionMessages.cancelTitle({ id: sellerOrder.seller_order_id })}
      confirm={actionMessages.cancelUnits}
      cancel={actionMessages.keep}
      danger
      check={() => ({ ...wrongUnits(lines, values, actionMessages.chooseUnits), delivery: back.problem })}
      fieldOf={{ nothing_left: 'units', delivery_refund_too_large: 'delivery' }}
      refusals={{ ...fulfilmentErrors, ...adminPaymentErrors }}
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
      <DeliveryBackField back={back} value={values.delivery} onChange={(delivery) => change({ ...values, delivery })} />
      <p role="status" className="text-muted">
        {count > 0
          ? effects({
              items: itemsOf(sellerOrder.lines, chosen),
              amount: worthOf(sellerOrder.lines, chosen, back.amount),
            })
          : actionMessages.noUnits}
        {count > 0 && <DeliveryIncluded amount={back.amount} />}
      </p>
    </ActionDialog>
  )
}
