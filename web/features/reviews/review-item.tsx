import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Product } from '../../../shared/catalog/schema.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { isAnsweredBefore } from '../../../shared/reviews/is-answered-before.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { Review } from '../../../shared/reviews/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { useHydrated } from '../../ui/hooks.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { isReportedAlready, useAnswerReviewMutation, useReportReviewMutation } from './reviews-api.ts'
import { ReviewTextArea, useDraftText } from './text-area.tsx'

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

function AnswerArea({ review, productId }: { review: Review; productId: string }) {
  const { review_id, answer } = review
  const name = review.name ?? reviewMessages.buyer
  const [isEdited, setEdited] = useState(false)
  /** The answer removed last, which can be restored. */
  const [removed, setRemoved] = useState<string>()
  const [send, { isLoading }] = useAnswerReviewMutation()
  const { report, clear, note } = useFailure()

  function edit(isShown: boolean): void {
    clear()
    setEdited(isShown)
  }

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
        <AnswerForm review={review} busy={isLoading} onSave={save} onCancel={() => edit(false)}>
          <FailureNote {...note} onRetry={note.onRetry && 'submit'} />
        </AnswerForm>
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
              onClick={() => edit(true)}
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
          <FailureNote {...note} />
        </>
      )}
    </div>
  )
}

function AnswerText({ review, text }: { review: Review; text: string }) {
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
  children: ReactNode
}

function AnswerForm({ review, busy, onSave, onCancel, children }: AnswerFormProps) {
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
      {children}
    </form>
  )
}
