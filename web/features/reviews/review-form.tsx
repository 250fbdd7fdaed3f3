import { type FormEvent, useId, useState } from 'react'
import { ratingMessages } from '../../../shared/catalog/messages.ts'
import { STARS } from '../../../shared/reviews/constants.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { OwnReview } from '../../../shared/reviews/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { FieldError } from '../../ui/form/text-field.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { useWriteReviewMutation } from './reviews-api.ts'
import { ReviewTextArea, useDraftText } from './text-area.tsx'

interface ReviewFormProps {
  productId: string
  review: OwnReview | null
  onDone: () => void
}

/** Writes or edits the buyer's review of a product. */
export function ReviewForm({ productId, review, onDone }: ReviewFormProps) {
  const [write, { isLoading }] = useWriteReviewMutation()
  const [rating, setRating] = useState(review?.rating ?? 0)
  const { text, change, drop } = useDraftText(`review ${productId}`, review?.text ?? '')
  const [isRatingNeeded, setRatingNeeded] = useState(false)
  const [failure, setFailure] = useState<{ text: string; canRetry: boolean }>()

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isLoading) return
    setFailure(undefined)
    setRatingNeeded(rating === 0)
    if (rating === 0) return event.currentTarget.querySelector('input')?.focus()
    const { error } = await write({ productId, rating, text })
    if (error) {
      setFailure({
        text: failureText(error, reviewErrors, reviewMessages.saveFailed),
        canRetry: canRetry(error, reviewErrors),
      })
      return
    }
    drop()
    showSuccess(reviewMessages.saved)
    onDone()
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <StarField value={rating} onChange={setRating} isMissing={isRatingNeeded && rating === 0} />
      <ReviewTextArea label={reviewMessages.text} hint={reviewMessages.textHint} value={text} onChange={change} />
      <FailureNote text={failure?.text} onRetry={failure?.canRetry ? 'submit' : undefined} />
      <FormButtons
        submit={review ? reviewMessages.save : reviewMessages.submit}
        busy={isLoading}
        onCancel={
          review &&
          (() => {
            drop()
            onDone()
          })
        }
      />
    </form>
  )
}

interface StarFieldProps {
  /** 0 while nothing is chosen. */
  value: number
  onChange: (stars: number) => void
  isMissing: boolean
}

function StarField({ value, onChange, isMissing }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={isMissing ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">{reviewMessages.rating}</legend>
      <div className="-mx-1.5 flex">
        {STARS.toReversed().map((stars) => (
          <label
            key={stars}
            className="grid size-11 cursor-pointer place-items-center rounded-field text-2xl leading-none has-focus-visible:outline-2 has-focus-visible:outline-focus hover:bg-tint"
          >
            <input
              type="radio"
              name={`${id}-stars`}
              value={stars}
              checked={value === stars}
              aria-label={ratingMessages.stars({ stars })}
              aria-invalid={isMissing || undefined}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <span
              aria-hidden
              className={classNames(stars <= value ? 'text-accent' : 'text-line-strong forced-colors:opacity-30')}
            >
              ★
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} text={isMissing ? reviewMessages.ratingNeeded : null} />
    </fieldset>
  )
}
