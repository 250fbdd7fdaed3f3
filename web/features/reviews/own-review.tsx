import { type FormEvent, useId, useState } from 'react'
import { ratingMessages } from '../../../shared/catalog/messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { STARS } from '../../../shared/reviews/constants.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { OwnReview } from '../../../shared/reviews/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { useCalls } from '../../session/use-calls.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { FieldError } from '../../ui/form/text-field.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { useGetOwnReviewsQuery, useRemoveReviewMutation, useWriteReviewMutation } from './reviews-api.ts'
import { ReviewTextArea, useDraftText } from './text-area.tsx'

/**
 * A buyer's review of a product, or its form after delivery; for others, a note on who can write one. On narrow screens it is
 * folded to the height of that note, so that loading does not move the list below.
 */
export function OwnReviewArea({ productId }: { productId: string }) {
  const { ready, isLoggedIn, userRole } = useSession()
  const isBuyer = ready && isLoggedIn && userRole === 'buyer'
  return (
    <div className="grid min-h-11 content-center lg:min-h-0">
      {isBuyer ? <BuyersReview productId={productId} /> : <WhoCanReview />}
    </div>
  )
}

function WhoCanReview() {
  return <p className="text-sm text-muted">{reviewMessages.noneText}</p>
}

function BuyersReview({ productId }: { productId: string }) {
  const { data, error, refetch } = useGetOwnReviewsQuery([productId], { refetchOnMountOrArgChange: true })
  const [isEdited, setEdited] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const own = data?.products[0]
  if (error && !own) return <FailureNote text={reviewMessages.ownFailed} onRetry={refetch} />
  if (!own?.review && !own?.can_review) return <WhoCanReview />
  const { review, can_review } = own
  return (
    <div ref={keepFocus} className={classNames('grid', isOpen ? BOX : BOX_IF_WIDE)}>
      <div className="flex items-center gap-3">
        <h3 className={classNames('font-semibold', !review && !isOpen && 'max-lg:sr-only')}>
          {review ? reviewMessages.yours : reviewMessages.write}
        </h3>
        {!isOpen && (
          <span className="contents lg:hidden">
            {review && <Summary review={review} />}
            <Button
              size="small"
              variant="secondary"
              className={review ? 'ms-auto' : undefined}
              aria-label={review ? reviewMessages.showYours : undefined}
              onClick={() => setOpen(true)}
            >
              {review ? reviewMessages.show : reviewMessages.write}
            </Button>
          </span>
        )}
      </div>
      <div className={classNames('grid gap-4', !isOpen && 'max-lg:hidden')}>
        {review && !isEdited ? (
          <Written productId={productId} review={review} canEdit={can_review} onEdit={() => setEdited(true)} />
        ) : (
          <ReviewForm
            key={review?.review_id ?? ''}
            productId={productId}
            review={review}
            onDone={() => setEdited(false)}
          />
        )}
      </div>
    </div>
  )
}

const BOX = 'gap-4 rounded-picture border border-line bg-surface p-4 sm:p-5'
const BOX_IF_WIDE = 'lg:gap-4 lg:rounded-picture lg:border lg:border-line lg:bg-surface lg:p-5'

function Summary({ review: { rating, is_hidden } }: { review: OwnReview }) {
  if (is_hidden) return <span className="text-sm text-danger">{reviewMessages.hiddenShort}</span>
  return <RatingStars stars={rating} />
}

interface WrittenProps {
  productId: string
  review: OwnReview
  canEdit: boolean
  onEdit: () => void
}

function Written({ productId, review, canEdit, onEdit }: WrittenProps) {
  const [remove, { isLoading }] = useRemoveReviewMutation()
  const [isAsking, setAsking] = useState(false)
  const { call, noteAt } = useCalls(reviewErrors)
  const send = () =>
    call('', () => remove(productId), { done: reviewMessages.removed, failed: reviewMessages.removeFailed })

  return (
    <>
      <div className="grid gap-1">
        <RatingStars stars={review.rating} />
        {review.text && <p className="text-sm whitespace-pre-line wrap-anywhere">{review.text}</p>}
      </div>
      {review.is_hidden && (
        <p className="rounded-picture bg-danger-tint px-4 py-3 text-sm text-danger">
          {review.hidden_reason === null
            ? reviewMessages.hidden
            : reviewMessages.hiddenBecause({ reason: review.hidden_reason })}
        </p>
      )}
      {isAsking ? (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm">{reviewMessages.removeQuestion}</legend>
          <div className="flex flex-wrap gap-3">
            <Button size="small" variant="danger" busy={isLoading} onClick={send}>
              {reviewMessages.removeReview}
            </Button>
            <Button size="small" variant="secondary" autoFocus onClick={() => setAsking(false)}>
              {uiMessages.cancel}
            </Button>
          </div>
        </fieldset>
      ) : (
        <div className="flex flex-wrap gap-3">
          {canEdit && (
            <Button size="small" variant="secondary" onClick={onEdit}>
              {reviewMessages.edit}
            </Button>
          )}
          <Button size="small" variant="dangerGhost" onClick={() => setAsking(true)}>
            {reviewMessages.removeReview}
          </Button>
        </div>
      )}
      <FailureNote {...noteAt('')} />
    </>
  )
}

interface ReviewFormProps {
  productId: string
  review: OwnReview | null
  onDone: () => void
}

function ReviewForm({ productId, review, onDone }: ReviewFormProps) {
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
              className={classNames(stars <= value ? 'text-ink' : 'text-line-strong forced-colors:opacity-30')}
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
