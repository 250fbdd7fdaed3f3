import { uiMessages } from '../../../shared/kernel/messages.ts'
import { ButtonLink } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../empty-state.tsx'
import { icon } from '../icons.tsx'
import { Link } from '../link.tsx'
import { passFocusOn } from '../page.tsx'

const SearchX = icon('M13.5 8.5l-5 5M8.5 8.5l5 5M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21l-4.3-4.3')

interface PaginationProps {
  page: number
  pageCount: number
  /** The address of a page of the list. */
  hrefOf: (page: number) => string
  /** Names the list, e.g. `Pages of products`. */
  label: string
  /** Replaces the top margin. */
  className?: string
}

const step =
  'inline-grid min-h-10 min-w-10 place-items-center rounded-field border px-3 font-medium max-sm:min-w-9 max-sm:px-2'

/** Prev, numbered pages (first, last and those around the current one) and Next. */
export function Pagination({ page, pageCount, hrefOf, label, className = 'mt-10' }: PaginationProps) {
  const numbers = pagesToShow(page, pageCount)
  return (
    <nav
      ref={passFocusOn}
      aria-label={label}
      className={classNames('flex flex-wrap items-center justify-center gap-2', className)}
    >
      <Step text={uiMessages.previousPage} href={page > 1 ? hrefOf(page - 1) : null} rel="prev" />
      {/* On phones many numbers have a row of their own, so that Prev and Next share one. */}
      <span
        className={classNames(
          'contents',
          numbers.length > 3 && 'max-sm:order-first max-sm:flex max-sm:basis-full max-sm:justify-center max-sm:gap-1.5',
        )}
      >
        {numbers.map((number, index, shown) => (
          <span key={number} className="contents">
            {index > 0 && number - (shown[index - 1] ?? 0) > 1 && (
              <span aria-hidden className="px-1 text-muted">
                …
              </span>
            )}
            <Link
              to={hrefOf(number)}
              aria-label={uiMessages.pageNumber({ page: number })}
              aria-current={number === page ? 'page' : undefined}
              className={classNames(
                step,
                number === page ? 'border-brand bg-brand text-on-brand' : 'border-line bg-surface hover:bg-tint',
              )}
            >
              {number}
            </Link>
          </span>
        ))}
      </span>
      <Step text={uiMessages.nextPage} href={page < pageCount ? hrefOf(page + 1) : null} rel="next" />
    </nav>
  )
}

function Step({ text, href, rel }: { text: string; href: string | null; rel: string }) {
  if (href === null) {
    return (
      <span aria-disabled="true" className={classNames(step, 'border-line text-muted opacity-60')}>
        {text}
      </span>
    )
  }
  return (
    // Around the link, as the router's link calls no `ref` cleanup; with a key, as the inactive step is also a span.
    <span key="link" ref={passFocusOn} className="contents">
      <Link to={href} rel={rel} className={classNames(step, 'border-line bg-surface hover:bg-tint')}>
        {text}
      </Link>
    </span>
  )
}

function pagesToShow(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount]
  if (page - 3 === 1) wanted.push(2)
  if (page + 3 === pageCount) wanted.push(pageCount - 1)
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b)
}

interface PastLastPageProps {
  page: number
  lastPage: number
  hrefOf: (page: number) => string
}

/** Says that a list has no such page, and leads to its last one. */
export function PastLastPage({ page, lastPage, hrefOf }: PastLastPageProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={uiMessages.noSuchPage({ page })}
      text={uiMessages.pageCount({ count: lastPage })}
      action={<ButtonLink to={hrefOf(lastPage)}>{uiMessages.toLastPage}</ButtonLink>}
    />
  )
}
