import { type FormEvent, useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { isAnsweredBefore } from '../../../shared/reviews/is-answered-before.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { Review } from '../../../shared/reviews/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { useAnswerReviewMutation } from './reviews-api.ts'
import { ReviewTextArea, useDraftText } from './text-area.tsx'

/** For the seller of the product: the answer to a review, which can be written, edited and removed. */
export function AnswerArea({ review, productId }: { review: Review; productId: string }) {
  const { review_id, answer } = review
  const name = review.name ?? reviewMessages.buyer
  const [isEdited, setEdited] = useState(false)
  /** The answer removed last, which can be restored. */
  const [removed, setRemoved] = useState<string>()
  const [send, { isLoading }] = useAnswerReviewMutation()
  const { report, clear, note } = useFailure()

  async function save(text: string | null): Promise<boolean> {
    clear()
    const { error } = await send({ productId, reviewId: review_id, text })
    if (error) {
      const retry = canRetry(error, reviewErrors) ? () => save(text) : undefined
      report({ text: failureText(error, reviewErrors, reviewMessages.answerFailed), retry })
      return false
    }
    showSuccess(text === null ? reviewMessages.answerRemoved : reviewMessages.answerSaved)
    setRemoved(text === null ? answer?.text : undefined)
    setEdited(false)
    return true
  }

  return (
    <div className="grid gap-3">
      {isEdited ? (
        <AnswerForm review={review} busy={isLoading} onSave={save} onCancel={() => setEdited(false)} />
      ) : (
        <>
          {answer && (
            <div className="rounded-picture bg-tint px-4 py-3 text-sm">
              <p className="mb-1 font-medium">{reviewMessages.answerText}</p>
              <AnswerText review={review} text={answer.text} />
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              size="small"
              variant="secondary"
              aria-label={`${answer ? reviewMessages.editAnswer : reviewMessages.answer}: ${name}`}
              onClick={() => setEdited(true)}
            >
              {answer ? reviewMessages.editAnswer : reviewMessages.answer}
            </Button>
            {answer && (
              <Button
                size="small"
                variant="dangerGhost"
                busy={isLoading}
                aria-label={`${reviewMessages.removeAnswer}: ${name}`}
                onClick={() => save(null)}
              >
                {reviewMessages.removeAnswer}
              </Button>
            )}
            {!answer && removed && (
              <Button size="small" variant="secondary" busy={isLoading} onClick={() => save(removed)}>
                {uiMessages.undo}
              </Button>
            )}
          </div>
        </>
      )}
      <FailureNote {...note} />
    </div>
  )
}

/** The text of an answer, with a note when the review was edited after it. */
export function AnswerText({ review, text }: { review: Review; text: string }) {
  return (
    <>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
      {isAnsweredBefore(review) && <p className="mt-1 text-muted">{reviewMessages.answeredBefore}</p>}
    </>
  )
}

interface AnswerFormProps {
  review: Review
  busy: boolean
  onSave: (text: string) => Promise<boolean>
  onCancel: () => void
}

function AnswerForm({ review, busy, onSave, onCancel }: AnswerFormProps) {
  const { text, change, drop } = useDraftText(`answer ${review.review_id}`, review.answer?.text ?? '')
  const [isEmpty, setEmpty] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setEmpty(text.trim() === '')
    if (text.trim() === '') return event.currentTarget.querySelector('textarea')?.focus()
    if (await onSave(text)) drop()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <ReviewTextArea
        label={reviewMessages.answerTo({ name: review.name ?? reviewMessages.buyer })}
        hint={reviewMessages.answerHint}
        error={isEmpty && text.trim() === '' ? reviewMessages.answerNeeded : undefined}
        value={text}
        onChange={change}
      />
      <FormButtons
        submit={reviewMessages.publishAnswer}
        busy={busy}
        size="small"
        onCancel={() => {
          drop()
          onCancel()
        }}
      />
    </form>
  )
}
