import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatAverage } from '../../../shared/catalog/rating.ts'
import type { Product } from '../../../shared/catalog/schema.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { REVIEW_SORTS, STARS } from '../../../shared/reviews/constants.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import type { ProductReviews, Review } from '../../../shared/reviews/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { SortForm } from '../../ui/form/sort-form.tsx'
import { Link } from '../../ui/link.tsx'
import { Pagination, PastLastPage } from '../../ui/list/pagination.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { OwnReviewArea } from './own-review.tsx'
import { ReviewItem } from './review-item.tsx'
import { type ReviewsAddress, readReviewsAddress, reviewsPath } from './reviews-address.ts'
import { fetchReviews, useGetReviewsQuery } from './reviews-api.ts'

export interface ReviewsProps {
  product: Product
}

const FOCUSABLE = 'a[href], button, select'
/** The index of the focused element among the focusable ones of the server's HTML. */
const FOCUSED = 'data-focused'

/** Fetches the reviews that replace the server-rendered ones in `shown`, and records the focused element. */
export function prepareReviews(productId: string, shown: HTMLElement | null): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { error } = await dispatch(fetchReviews(readReviewsAddress(productId, new URLSearchParams(location.search))))
    if (error !== undefined && shown?.firstChild) throw error
    const focused = document.activeElement as Element
    const index = [...(shown?.querySelectorAll(FOCUSABLE) ?? [])].indexOf(focused)
    if (index >= 0) shown?.parentElement?.setAttribute(FOCUSED, String(index))
  }
}

/** The reviews of a product: histogram, one page of reviews, and the user's own. */
export function ReviewsSection({ product }: ReviewsProps) {
  const [search] = useSearchParams()
  const section = useRef<HTMLDivElement>(null)
  const address = readReviewsAddress(product.product_id, search)
  const { data: last, currentData, error, isFetching, refetch } = useGetReviewsQuery(address)
  // The previous data stays while another page loads.
  const data = currentData ?? last
  useEffect(() => {
    const around = section.current?.closest(`[${FOCUSED}]`)
    const index = Number(around?.getAttribute(FOCUSED) ?? -1)
    around?.removeAttribute(FOCUSED)
    if (index >= 0) section.current?.querySelectorAll<HTMLElement>(FOCUSABLE)[index]?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={section}>
      <h2 id="reviews-title" className="mb-5 display text-lg">
        {reviewMessages.title}
      </h2>
      {error && !currentData ? (
        <LoadFailure title={reviewMessages.failed} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <div aria-busy={isFetching}>
          <Reviews product={product} data={data} address={address} />
        </div>
      ) : (
        <LoadingSkeletons looks={['h-100']} />
      )}
    </div>
  )
}

interface ReviewsView extends ReviewsProps {
  data: ProductReviews
  address: ReviewsAddress
}

function Reviews({ product, data, address }: ReviewsView) {
  const { rating, stars } = data
  return (
    <div className={classNames('grid gap-x-12 gap-y-6 lg:grid-cols-3', rating && 'md:grid-cols-2')}>
      <div className="grid content-start gap-5">
        {rating ? (
          <>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="text-2xl font-semibold">
                <span aria-hidden>★ </span>
                {formatAverage(rating.average)}
              </span>
              <span className="text-muted">
                <span className="sr-only">{reviewMessages.outOfFive}</span>{' '}
                {reviewMessages.counted({ count: rating.count })}
              </span>
            </p>
            <Histogram stars={stars} total={rating.count} address={address} />
          </>
        ) : (
          <p className="-mb-4 font-medium">{reviewMessages.none}</p>
        )}
        <OwnReviewArea productId={product.product_id} />
      </div>
      {rating && (
        <div className="min-w-0 lg:col-span-2">
          <ReviewList product={product} data={data} address={address} />
        </div>
      )}
    </div>
  )
}

/** Fewer reviews are all in view. */
const ENOUGH_FOR_EXTREMES = 4

/** Returns the best and the most critical review with words; none unless both are on this page and differ. */
function extremesOf({ reviews, stars, total }: ProductReviews): Review[] {
  const given = STARS.filter((number) => stars[number - 1])
  const [best = 0, worst = 0] = [given[0], given.at(-1)]
  if (total < ENOUGH_FOR_EXTREMES || best < 4 || worst > 3) return []
  const found = [best, worst].map((number) => reviews.find(({ rating, text }) => rating === number && text))
  return found.every((review) => review !== undefined) ? found : []
}

function ReviewList({ product, data, address }: ReviewsView) {
  const { reviews, total, page, page_size } = data
  const pageCount = Math.min(Math.ceil(total / page_size), 1000)
  const { stars } = address
  const extremes = stars || address.sort || page > 1 ? [] : extremesOf(data)
  const titles = [reviewMessages.topPositive, reviewMessages.mostCritical]
  const first = (page - 1) * page_size + 1
  const shownRange = reviewMessages.range({ first, last: first + reviews.length - 1, total })
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-sm text-muted max-sm:empty:sr-only">
          {stars
            ? reviewMessages.starsCounted({ stars, count: total })
            : pageCount > 1 && reviews.length > 0 && shownRange}
          {stars && (
            <>
              {' · '}
              <Link
                to={reviewsPath({ productId: address.productId })}
                preventScrollReset
                onClick={focusChosenStars}
                className="text-ink underline underline-offset-2"
              >
                {reviewMessages.showAll}
              </Link>
            </>
          )}
        </p>
        {total > 1 && <SortField address={address} />}
      </div>
      {total === 0 && <p className="mt-5 text-muted">{reviewMessages.noneOfFilter}</p>}
      {total > 0 && !reviews.length && (
        <div className="mt-5">
          <PastLastPage
            page={page}
            lastPage={pageCount}
            hrefOf={(number) => reviewsPath({ ...address, page: number })}
          />
        </div>
      )}
      <ul className="mt-2 divide-y divide-line">
        {[...new Set([...extremes, ...reviews])].map((review) => (
          <ReviewItem
            key={review.review_id}
            review={review}
            product={product}
            title={titles[extremes.indexOf(review)]}
          />
        ))}
      </ul>
      {pageCount > 1 && reviews.length > 0 && (
        <Pagination
          label={reviewMessages.pages}
          page={page}
          pageCount={pageCount}
          hrefOf={(number) => reviewsPath({ ...address, page: number })}
          className="mt-6"
        />
      )}
    </>
  )
}

function focusChosenStars({ currentTarget }: MouseEvent): void {
  currentTarget.closest('[aria-busy]')?.querySelector<HTMLElement>('a[aria-current="true"]')?.focus()
}

function SortField({ address: { productId, stars, sort = 'newest' } }: { address: ReviewsAddress }) {
  const navigate = useNavigate()
  return (
    <SortForm
      action={`/product/${productId}#reviews`}
      label={reviewMessages.sortBy}
      value={sort}
      options={reviewMessages.sorts}
      sorts={REVIEW_SORTS}
      onChoose={(chosen) => {
        const known = REVIEW_SORTS.find((one) => one === chosen && one !== 'newest')
        navigate(reviewsPath({ productId, ...(stars && { stars }), ...(known && { sort: known }) }), {
          preventScrollReset: true,
        })
      }}
      apply={reviewMessages.apply}
    >
      {stars && <input type="hidden" name="stars" value={stars} />}
    </SortForm>
  )
}

interface HistogramProps {
  stars: readonly number[]
  total: number
  address: ReviewsAddress
}

/** A row for each number of stars; choosing one shows only those reviews, choosing it again shows all. */
export function Histogram({ stars, total, address: { productId, sort, stars: chosen } }: HistogramProps) {
  return (
    <ul aria-label={reviewMessages.histogram} className="grid max-w-md">
      {STARS.map((number) => {
        const count = stars[number - 1] ?? 0
        const isChosen = chosen === number
        const to = reviewsPath({ productId, ...(sort && { sort }), ...(!isChosen && { stars: number }) })
        return (
          <li key={number}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isChosen ? 'true' : undefined}
              className={classNames(
                '-mx-2 grid min-h-9 grid-cols-[2.25rem_1fr_3rem] items-center gap-3 rounded-field px-2 text-sm hover:bg-tint',
                isChosen && 'bg-tint-strong font-semibold',
              )}
            >
              <span className="sr-only">{reviewMessages.starsCounted({ stars: number, count })}</span>
              <span aria-hidden>{number} ★</span>
              <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-tint-strong">
                <span
                  className="block h-full rounded-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
                  style={{ width: `${total ? (100 * count) / total : 0}%` }}
                />
              </span>
              <span aria-hidden className="text-end text-muted">
                {formatNumber(count)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
