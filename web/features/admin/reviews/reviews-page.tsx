import { adminReviewMessages, reviewListTexts } from '../../../../shared/reviews/admin-messages.ts'
import { ADMIN_REVIEW_SORTS, type AdminReviewSort, REVIEW_VIEWS } from '../../../../shared/reviews/constants.ts'
import { reviewErrors } from '../../../../shared/reviews/errors.ts'
import { isAnsweredBefore } from '../../../../shared/reviews/is-answered-before.ts'
import { reviewMessages } from '../../../../shared/reviews/messages.ts'
import type { AdminReview } from '../../../../shared/reviews/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Link } from '../../../ui/link.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent, useDetails } from '../../../ui/list/detail-panel.tsx'
import { ListSearch } from '../../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { RatingStars } from '../../../ui/rating-stars.tsx'
import { withUnits } from '../../../ui/text.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { TextLink } from '../activity-texts.tsx'
import { adminReviewsApi, type Moderations, moderationsOf, useModeration } from './use-moderation.tsx'

const COLUMNS: readonly Column<AdminReview, AdminReviewSort>[] = [
  {
    text: adminReviewMessages.product,
    cell: ({ product_name, review_id }) => (
      <TwoLines
        first={
          <span title={product_name} className="line-clamp-2 xl:line-clamp-1 xl:min-w-48 beside:min-w-36">
            {withUnits(product_name)}
          </span>
        }
        second={<span className="font-mono font-normal">{review_id}</span>}
      />
    ),
  },
  {
    text: adminReviewMessages.rating,
    cell: ({ rating }) => <RatingStars stars={rating} />,
    isShort: true,
    inCard: 'unnamed',
    sortedBy: { sort: 'rating', first: 'asc' },
  },
  {
    text: adminReviewMessages.text,
    cell: ({ text }) => (
      <span className="line-clamp-2 wrap-anywhere xl:min-w-40 beside:min-w-30">
        {text || <span className="text-muted">{adminReviewMessages.noText}</span>}
      </span>
    ),
    inCard: 'unnamed',
  },
  {
    text: adminReviewMessages.buyer,
    cell: ({ buyer_name }) => (
      <span title={buyer_name} className="line-clamp-2 wrap-anywhere xl:min-w-24">
        {buyer_name}
      </span>
    ),
    inCard: 'unnamed',
    from: 'xl',
  },
  {
    text: adminReviewMessages.date,
    cell: (review) => (
      <TwoLines
        first={
          <span className="whitespace-nowrap">
            <LocalDate at={review.created_at} />
          </span>
        }
        second={(review.state !== 'shown' || review.open_reports > 0) && <ReviewState review={review} />}
      />
    ),
    inCard: 'unnamed',
    sortedBy: { sort: 'date', first: 'desc' },
  },
]

/** All reviews, newest first or by stars; `?review=` is the id of the one shown beside or below the list. */
export function AdminReviewsPage() {
  const address = useListAddress('/admin/reviews', ADMIN_REVIEW_SORTS, ['view'], 'desc')
  const details = useDetails(address, 'review')
  const moderations = useModeration()
  const result = adminReviewsApi.useGetAdminReviewsQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <ListPage
      title={adminReviewMessages.reviews}
      aside={<ExportButton of="admin" file="reviews.csv" address={address} />}
    >
      <ViewTabs
        label={adminReviewMessages.view}
        views={[undefined, ...REVIEW_VIEWS].map((view) => ({
          to: address.hrefOf({ filters: view ? { view } : {} }),
          text: adminReviewMessages.views[view ?? 'all'],
          isShown: address.filters.view === view,
        }))}
      >
        <ListSearch placeholder={reviewListTexts.search} address={address} />
      </ViewTabs>
      <PagedList
        hasDays
        label={adminReviewMessages.reviews}
        address={address}
        result={result}
        rowsOf={({ reviews }) => reviews}
        keyOf={({ review_id }) => review_id}
        columns={COLUMNS}
        details={details}
        panel={(id) => <ReviewPanel reviewId={id} details={details} moderations={moderations} />}
        menu={(review) => (
          <RowMenu name={review.review_id}>
            <MenuItem onSelect={() => details.open(review.review_id)}>{adminReviewMessages.details}</MenuItem>
            {moderationsOf(review).map((action) => (
              <MenuItem key={action} onSelect={() => moderations.ask(review, action)}>
                {adminReviewMessages[action]}
              </MenuItem>
            ))}
          </RowMenu>
        )}
        failureOf={({ review_id }) => moderations.failureOf(review_id === details.shown ? '' : review_id)}
        texts={reviewListTexts}
        failure={() => adminReviewMessages.failed}
        nothingYet={{ title: adminReviewMessages.nothingYet, text: adminReviewMessages.nothingYetText }}
      />
      {moderations.dialog}
    </ListPage>
  )
}

interface ReviewPanelProps {
  reviewId: string
  details: Details
  moderations: Moderations
}

function ReviewPanel({ reviewId, details, moderations }: ReviewPanelProps) {
  const result = adminReviewsApi.useGetAdminReviewQuery(reviewId)
  return (
    <DetailPanel
      heading={`${adminReviewMessages.review} ${reviewId}`}
      closeLabel={adminReviewMessages.close}
      details={details}
    >
      <PanelContent result={result} failure={(error) => failureText(error, reviewErrors)}>
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
              <FailureNote {...moderations.failureOf(review.review_id)} className="w-full" />
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

function ReviewState({ review: { state, open_reports } }: { review: AdminReview }) {
  return (
    <span className="grid">
      <span>{adminReviewMessages.states[state]}</span>
      {open_reports > 0 && (
        <span className="text-sm text-danger">{adminReviewMessages.reports({ count: open_reports })}</span>
      )}
    </span>
  )
}
