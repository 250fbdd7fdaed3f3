import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { adminReviewMessages } from '../../../../shared/reviews/admin-messages.ts'
import { reviewErrors } from '../../../../shared/reviews/errors.ts'
import { isAnsweredBefore } from '../../../../shared/reviews/is-answered-before.ts'
import { reviewMessages } from '../../../../shared/reviews/messages.ts'
import type { AdminReview } from '../../../../shared/reviews/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { DetailPanel, type Details, Fact, Facts } from '../../../ui/list/detail-panel.tsx'
import { RatingStars } from '../../../ui/rating-stars.tsx'
import { withUnits } from '../../../ui/text.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { TextLink } from '../activity-texts.tsx'
import { PanelContent } from '../panel-content.tsx'
import { type Moderations, moderationsOf, useGetAdminReviewQuery } from './use-moderation.tsx'

interface ReviewPanelProps {
  reviewId: string
  details: Details
  moderations: Moderations
}

/** The details of one review, with the decisions of an admin. */
export function ReviewPanel({ reviewId, details, moderations }: ReviewPanelProps) {
  const result = useGetAdminReviewQuery(reviewId)
  return (
    <DetailPanel
      heading={`${adminReviewMessages.review} ${reviewId}`}
      closeLabel={adminReviewMessages.close}
      details={details}
    >
      <PanelContent
        result={result}
        failure={(error) => failureText(error, reviewErrors, uiMessages.unexpectedError)}
        loading={adminReviewMessages.loading}
      >
        {(review) => (
          <>
            <ReviewFacts review={review} />
            <div className="mt-4 flex flex-wrap gap-3">
              {moderationsOf(review).map((action) => (
                <Button
                  key={action}
                  size="small"
                  variant={action === 'hide' ? 'danger' : 'secondary'}
                  onClick={() => moderations.ask(review, action)}
                >
                  {adminReviewMessages[action]}
                </Button>
              ))}
            </div>
          </>
        )}
      </PanelContent>
    </DetailPanel>
  )
}

function ReviewFacts({ review }: { review: AdminReview }) {
  const { product_id, product_name, buyer_id, buyer_name, rating, text, answer, created_at, hidden_reason } = review
  return (
    <Facts>
      <Fact term={adminReviewMessages.product}>
        <Link to={`/product/${product_id}#reviews`} className="underline underline-offset-2 wrap-anywhere">
          {withUnits(product_name)}
        </Link>
      </Fact>
      <Fact term={adminReviewMessages.buyer}>
        <TextLink to={`/admin/users?q=${buyer_id}`}>{buyer_name}</TextLink>
      </Fact>
      <Fact term={adminReviewMessages.date}>
        <LocalDate at={created_at} precise />
      </Fact>
      <Fact term={adminReviewMessages.state}>
        <ReviewState review={review} />
      </Fact>
      {hidden_reason !== null && <Fact term={adminReviewMessages.reason}>{hidden_reason}</Fact>}
      <Fact term={adminReviewMessages.rating}>
        <RatingStars stars={rating} />
      </Fact>
      <Fact term={adminReviewMessages.text}>
        {text ? (
          <span className="whitespace-pre-line wrap-anywhere">{text}</span>
        ) : (
          <span className="text-muted">{adminReviewMessages.noText}</span>
        )}
      </Fact>
      {answer && (
        <Fact term={adminReviewMessages.answer}>
          <span className="whitespace-pre-line wrap-anywhere">{answer.text}</span>
          {isAnsweredBefore(review) && <span className="block text-muted">{reviewMessages.answeredBefore}</span>}
        </Fact>
      )}
    </Facts>
  )
}

/** The visibility of a review and the number of its reports. */
export function ReviewState({ review: { state, open_reports } }: { review: AdminReview }) {
  return (
    <span className="grid">
      <span>{adminReviewMessages.states[state]}</span>
      {open_reports > 0 && (
        <span className="text-sm text-danger">{adminReviewMessages.reports({ count: open_reports })}</span>
      )}
    </span>
  )
}
