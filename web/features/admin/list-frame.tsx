import { PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'

interface ListFrameProps {
  /** One and several of what is listed, e.g. `product` and `products`. */
  noun: readonly [string, string]
  /** What the answer says of itself; absent while the first one is awaited. */
  data: { total: number; total_is_exact?: boolean; page: number; page_size: number } | undefined
  /** What could not be done, when it could not. */
  failure: string | null
  fetching: boolean
  onRetry: () => void
  /** Said when nothing is found. */
  empty: string
  hrefOf: (page: number) => string
  /** Stands opposite the count. */
  tools?: ReactNode
  children: ReactNode
}

/** What surrounds the rows of a list: how many there are, the pages, and what stands there when there are no rows. */
export function ListFrame({ noun, data, failure, fetching, onRetry, empty, hrefOf, tools, children }: ListFrameProps) {
  if (failure !== null) {
    return (
      <div className="mt-5">
        <LoadFailure title={failure} onRetry={onRetry} retrying={fetching} />
      </div>
    )
  }
  if (!data) {
    return (
      <>
        <LoadingNote />
        <Skeleton className="my-4 h-11 w-28" />
        <Skeleton className="h-112 rounded-2xl" />
      </>
    )
  }
  const pageCount = Math.ceil(data.total / data.page_size)
  const isEmpty = data.total <= (data.page - 1) * data.page_size
  return (
    <div aria-busy={fetching}>
      <div className="my-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-muted tabular-nums">
          {data.total.toLocaleString('en-US')}
          {data.total_is_exact === false && '+'} {noun[data.total === 1 ? 0 : 1]}
        </p>
        {tools}
      </div>
      <div className={classNames('transition-opacity motion-reduce:transition-none', fetching && 'opacity-80')}>
        {isEmpty ? (
          <EmptyState
            icon={<PackageSearch aria-hidden />}
            title={empty}
            action={data.total > 0 && <ButtonLink to={hrefOf(1)}>Go to the first page</ButtonLink>}
          />
        ) : (
          children
        )}
      </div>
      {pageCount > 1 && (
        <Pagination label={`Pages of ${noun[1]}`} page={data.page} pageCount={pageCount} hrefOf={hrefOf} />
      )}
    </div>
  )
}
