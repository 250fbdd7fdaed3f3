import { useState } from 'react'
import { MAX_NOTE_LENGTH } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentMessages, fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { actMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { useAnswerCancelMutation } from './fulfilment-api.ts'

/** A buyer's request to cancel, to accept or, with a reason, to decline; nothing without one. */
export function AnswerRequest({ part, base }: { part: FullSellerOrder; base: string }) {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const [answer, { isLoading }] = useAnswerCancelMutation()
  if (!part.cancel_requested_at) return null

  async function send(accept: boolean) {
    setFailure(undefined)
    if (!accept && !note.trim()) return setFailure(fulfilmentMessages.declineReasonNeeded)
    const text = note.trim()
    const { error } = await answer({ base, answer: { revision: part.revision, accept, ...(text && { note: text }) } })
    if (error) setFailure(failureText(error, fulfilmentRefusals, actMessages.failed))
    else showSuccess(accept ? actMessages.requestAccepted : actMessages.requestDeclined)
  }

  return (
    <div className="grid gap-3 rounded-picture bg-danger-tint p-4">
      <p className="font-medium">{actMessages.asked}</p>
      {part.cancel_note && <p className="wrap-anywhere">“{part.cancel_note}”</p>}
      <TextField
        label={actMessages.declineReason}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FailureNote text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="danger" busy={isLoading} onClick={() => send(true)}>
          {actMessages.acceptRequest}
        </Button>
        <Button size="small" variant="secondary" busy={isLoading} onClick={() => send(false)}>
          {actMessages.decline}
        </Button>
      </div>
    </div>
  )
}
