import { useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { reviewMessages, reviewRefusals } from '../../../shared/reviews/messages.ts'
import type { OwnReview } from '../../../shared/reviews/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { showSuccess } from '../../ui/toasts.tsx'
import { useFailure } from '../../ui/use-failures.ts'
import { RatingStars } from './rating-stars.tsx'
import { ReviewForm } from './review-form.tsx'
import { useGetOwnReviewsQuery, useRemoveReviewMutation } from './reviews-api.ts'

/** For buyers: their review of a product, or the form for one once the product was delivered to them. */
export function OwnReviewArea({ productId }: { productId: string }) {
  const { ready, isLoggedIn, userRole } = useSession()
  const isBuyer = ready && isLoggedIn && userRole === 'buyer'
  return isBuyer ? <BuyersReview productId={productId} /> : null
}

function BuyersReview({ productId }: { productId: string }) {
  const { data, error, refetch } = useGetOwnReviewsQuery([productId], { refetchOnMountOrArgChange: true })
  const [isEdited, setEdited] = useState(false)
  const own = data?.products[0]
  if (error && !own) return <FailureNote text={reviewMessages.ownFailed} onRetry={refetch} />
  if (!own?.review && !own?.can_review) return null
  const { review, can_review } = own
  return (
    <div ref={keepFocus} className="grid gap-4 rounded-picture border border-line bg-surface p-4 sm:p-5">
      <h3 className="font-semibold">{review ? reviewMessages.yours : reviewMessages.write}</h3>
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
  )
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
  const { report, clear, note } = useFailure()

  async function send(): Promise<void> {
    clear()
    const { error } = await remove(productId)
    if (!error) return showSuccess(reviewMessages.removed)
    const retry = canRetry(error, reviewRefusals) ? send : undefined
    report({ text: failureText(error, reviewRefusals, reviewMessages.removeFailed), retry })
  }

  return (
    <>
      <div className="grid gap-1">
        <RatingStars stars={review.rating} />
        {review.text && <p className="text-sm whitespace-pre-line wrap-anywhere">{review.text}</p>}
      </div>
      {review.is_hidden && (
        <p className="rounded-picture bg-danger-tint px-4 py-3 text-sm text-danger">
          {review.hidden_reason === null ? reviewMessages.hidden : reviewMessages.hiddenBecause(review.hidden_reason)}
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
      <FailureNote {...note} />
    </>
  )
}
