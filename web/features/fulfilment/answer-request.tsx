import { useRef, useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { FullSellerOrder, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { failureText } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { DeliveryIncluded, deliveryBack } from './delivery-back.tsx'
import { useAnswerCancelMutation } from './fulfilment-api.ts'
import { isPaid, itemsOf, openLines, worthOf } from './what-is-possible.ts'

interface AnswerRequestProps {
  sellerOrder: FullSellerOrder
  base: string
}

/** A buyer's request to cancel, which the seller accepts or declines with a reason; renders nothing without one. */
export function AnswerRequest(props: AnswerRequestProps) {
  return props.sellerOrder.cancel_requested_at ? <Answer {...props} /> : null
}

function Answer({ sellerOrder, base }: AnswerRequestProps) {
  const { values, change, discard, offer } = useDraft(`${base}/cancel-answer`, { note: '' })
  const [failure, setFailure] = useState<string>()
  const [isReasonNeeded, setReasonNeeded] = useState(false)
  const reason = useRef<HTMLInputElement>(null)
  const [answer, { isLoading }] = useAnswerCancelMutation()

  const { lines } = sellerOrder
  const requested = requestedUnits(sellerOrder)
  const count = requested.reduce((sum, { quantity }) => sum + quantity, 0)
  const back = deliveryBack(sellerOrder, requested, { how: 'cancelled' })
  const effects = isPaid(sellerOrder) ? actionMessages.paidEffects : actionMessages.effects

  async function send(accept: boolean) {
    setFailure(undefined)
    const text = values.note.trim()
    setReasonNeeded(!accept && !text)
    if (!accept && !text) return reason.current?.focus()
    const { error } = await answer({
      base,
      answer: { revision: sellerOrder.revision, accept, ...(text && { note: text }) },
    })
    if (error) return setFailure(failureText(error, fulfilmentErrors, actionMessages.failed))
    discard()
    showSuccess(accept ? actionMessages.requestAccepted({ units: count }) : actionMessages.requestDeclined)
  }

  return (
    <div className="grid gap-3 rounded-picture bg-danger-tint p-4">
      <p className="font-medium">{sellerOrder.cancel_lines ? actionMessages.askedForUnits : actionMessages.asked}</p>
      {sellerOrder.cancel_note && (
        <p className="wrap-anywhere">{returnMessages.quoted({ text: sellerOrder.cancel_note })}</p>
      )}
      <DraftOffer {...offer} />
      <TextField
        label={actionMessages.declineReason}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        error={isReasonNeeded && !values.note.trim() ? fulfilmentMessages.declineReasonNeeded : undefined}
        ref={reason}
        value={values.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <p className="text-sm text-muted wrap-anywhere">
        {effects({ items: itemsOf(lines, requested), amount: worthOf(lines, requested, back.amount) })}
        <DeliveryIncluded amount={back.amount} />
      </p>
      <FailureNote text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="danger" busy={isLoading} onClick={() => send(true)}>
          {actionMessages.acceptRequest}
        </Button>
        <Button size="small" variant="secondary" busy={isLoading} onClick={() => send(false)}>
          {actionMessages.decline}
        </Button>
      </div>
    </div>
  )
}

/** Limits the requested units to those left. */
function requestedUnits({ cancel_lines, ...sellerOrder }: FullSellerOrder): LineUnits[] {
  return openLines(sellerOrder).flatMap(({ line_number, left }) => {
    const requested = cancel_lines ? cancel_lines.find((line) => line.line_number === line_number)?.quantity : left
    return requested ? [{ line_number, quantity: Math.min(requested, left) }] : []
  })
}
