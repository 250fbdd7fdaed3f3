import { useRef, useState } from 'react'
import { cancelReasons } from '../../../shared/fulfilment/cancel-messages.ts'
import { CANCEL_REASONS, MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { FullSellerOrder, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { adminPaymentErrors } from '../../../shared/payments/errors.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'
import { DraftOffer, useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { ActionDialog, DialogErrors, ReasonField, useFieldProblems } from './action-dialog.tsx'
import { DeliveryBackField, DeliveryIncluded, deliveryBack } from './delivery-back.tsx'
import { fulfilmentApi } from './fulfilment-api.ts'
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
  const { values, change, field } = draft
  const note = values.note.trim()
  const reason = CANCEL_REASONS.find((known) => known === values.reason) ?? 'other'
  const [cancel] = fulfilmentApi.useCancelSellerOrderMutation()
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
      <TextField label={actionMessages.note} maxLength={MAX_NOTE_LENGTH} {...field('note')} />
      <DeliveryBackField back={back} {...field('delivery')} />
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

interface AnswerRequestProps {
  sellerOrder: FullSellerOrder
  base: string
}

/** A buyer's request to cancel, which the seller accepts or declines with a reason; renders nothing without one. */
export function AnswerRequest(props: AnswerRequestProps) {
  return props.sellerOrder.cancel_requested_at ? <Answer {...props} /> : null
}

function Answer({ sellerOrder, base }: AnswerRequestProps) {
  const { values, field, offer, ...answer } = useAnswer({ sellerOrder, base })
  const { requested, back, fields } = answer
  const effects = isPaid(sellerOrder) ? actionMessages.paidEffects : actionMessages.effects
  return (
    <form
      ref={fields.form}
      noValidate
      // Enter answers nothing.
      onSubmit={(event) => event.preventDefault()}
      onInput={fields.onInput}
      onBlur={fields.onBlur}
      className="grid gap-3 rounded-picture bg-danger-tint p-4"
    >
      <p className="font-medium">{sellerOrder.cancel_lines ? actionMessages.askedForUnits : actionMessages.asked}</p>
      {sellerOrder.cancel_note && (
        <p className="wrap-anywhere">{returnMessages.quoted({ text: sellerOrder.cancel_note })}</p>
      )}
      <DraftOffer {...offer} />
      <TextField
        label={actionMessages.declineReason}
        maxLength={MAX_NOTE_LENGTH}
        error={answer.isReasonNeeded && !values.note.trim() ? fulfilmentMessages.declineReasonNeeded : undefined}
        ref={answer.reason}
        {...field('note')}
      />
      <DialogErrors value={fields.problems}>
        <DeliveryBackField back={back} {...field('delivery')} />
      </DialogErrors>
      <p className="text-sm text-muted wrap-anywhere">
        {effects({
          items: itemsOf(sellerOrder.lines, requested),
          amount: worthOf(sellerOrder.lines, requested, back.amount),
        })}
        <DeliveryIncluded amount={back.amount} />
      </p>
      <FailureNote text={answer.failure} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="danger" busy={answer.busy} onClick={() => answer.send(true)}>
          {actionMessages.acceptRequest}
        </Button>
        <Button size="small" variant="secondary" busy={answer.busy} onClick={() => answer.send(false)}>
          {actionMessages.decline}
        </Button>
      </div>
    </form>
  )
}

function useAnswer({ sellerOrder, base }: AnswerRequestProps) {
  const { values, field, discard, offer } = useDraft(`${base}/cancel-answer`, { note: '', delivery: '' })
  const [failure, setFailure] = useState<string>()
  const [isReasonNeeded, setReasonNeeded] = useState(false)
  const reason = useRef<HTMLInputElement>(null)
  const [answer, { isLoading: busy }] = fulfilmentApi.useAnswerCancelMutation()
  const requested = requestedUnits(sellerOrder)
  const back = deliveryBack(sellerOrder, requested, { how: 'cancelled', typed: values.delivery })
  const fields = useFieldProblems(() => ({ delivery: back.problem }))

  async function send(accept: boolean): Promise<void> {
    setFailure(undefined)
    const text = values.note.trim()
    setReasonNeeded(!accept && !text)
    if (!accept && !text) return reason.current?.focus()
    if (accept && !fields.accept()) return
    const added = accept && back.amount > back.due && { delivery: back.amount }
    const { error } = await answer({
      base,
      answer: { revision: sellerOrder.revision, accept, ...(text && { note: text }), ...added },
    })
    if (error) {
      const why = failureText(error, { ...fulfilmentErrors, ...adminPaymentErrors }, actionMessages.failed)
      return apiErrorOf(error)?.code === 'delivery_refund_too_large' ? fields.refuse('delivery', why) : setFailure(why)
    }
    discard()
    const units = requested.reduce((sum, { quantity }) => sum + quantity, 0)
    showSuccess(accept ? actionMessages.requestAccepted({ units }) : actionMessages.requestDeclined)
  }

  return { values, field, offer, requested, back, fields, failure, isReasonNeeded, reason, busy, send }
}

function requestedUnits({ cancel_lines, ...sellerOrder }: FullSellerOrder): LineUnits[] {
  return openLines(sellerOrder).flatMap(({ line_number, left }) => {
    const requested = cancel_lines ? cancel_lines.find((line) => line.line_number === line_number)?.quantity : left
    return requested ? [{ line_number, quantity: Math.min(requested, left) }] : []
  })
}
