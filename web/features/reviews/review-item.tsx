import { useRef, useState } from 'react'
import type { Product } from '../../../shared/catalog/schema.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { Review } from '../../../shared/reviews/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useHydrated } from '../../ui/hooks.ts'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { AnswerArea, AnswerText } from './answer-area.tsx'
import { isReportedAlready, useReportReviewMutation } from './reviews-api.ts'

interface ReviewItemProps {
  review: Review
  product: Product
  /** Explains why the review comes first. */
  title?: string | undefined
}

/** One review with the seller's answer and the user's actions. */
export function ReviewItem({ review, product, title }: ReviewItemProps) {
  const { rating, text, created_at, edited_at, answer } = review
  const { userId, userRole, isLoggedIn } = useSession()
  const isSeller = useHydrated() && userRole === 'seller' && userId === product.seller_id
  const name = review.name ?? reviewMessages.buyer
  const seller = product.seller?.name
  return (
    <li className="py-5">
      <article aria-label={reviewMessages.by({ name })} className="grid gap-2">
        {title && <p className="text-sm font-semibold text-muted">{title}</p>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <RatingStars stars={rating} />
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <span className="text-muted">
            <LocalDate at={created_at} />
            {edited_at && ` (${reviewMessages.edited})`}
          </span>
          <span className="rounded-full bg-good-tint px-2 py-0.5 text-xs font-medium text-good">
            {reviewMessages.verified}
          </span>
        </p>
        {text && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>}
        {answer && !isSeller && (
          <div className="mt-1 rounded-picture bg-tint px-4 py-3 text-sm">
            <p className="mb-1 font-medium wrap-anywhere">
              {seller ? reviewMessages.answerOf({ seller }) : reviewMessages.answerOfSeller}
            </p>
            <AnswerText review={review} text={answer.text} />
          </div>
        )}
        {isSeller && <AnswerArea review={review} productId={product.product_id} />}
        {isLoggedIn && !isSeller && <ReportButton reviewId={review.review_id} name={name} />}
      </article>
    </li>
  )
}

function ReportButton({ reviewId, name }: { reviewId: string; name: string }) {
  const [report, { isLoading }] = useReportReviewMutation()
  const [isReported, setReported] = useState(false)
  const [failure, setFailure] = useState<string>()
  const status = useRef<HTMLParagraphElement>(null)

  async function send(): Promise<void> {
    setFailure(undefined)
    const { error } = await report(reviewId)
    if (error && !isReportedAlready(error)) {
      setFailure(failureText(error, reviewErrors, reviewMessages.reportFailed))
      return
    }
    setReported(true)
    // The focused button disappears.
    status.current?.focus({ preventScroll: true })
  }

  return (
    <div>
      <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted">
        {isReported && reviewMessages.reported}
      </p>
      {!isReported && (
        <Button
          variant="quiet"
          size="row"
          className="-ms-2"
          busy={isLoading}
          aria-label={reviewMessages.reportOf({ name })}
          onClick={send}
        >
          {reviewMessages.report}
        </Button>
      )}
      <FailureNote text={failure} />
    </div>
  )
}
