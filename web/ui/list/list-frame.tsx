import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LIST_PAGE_SIZE, PAGE_SIZES } from '../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { timeZone } from '../../../shared/kernel/locale.ts'
import { ButtonLink } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx'
import { FailureNote, LoadFailure } from '../failure-note.tsx'
import { ChevronLeft } from '../icons.tsx'
import { Link } from '../link.tsx'
import { useFailureToast } from '../overlay/use-failure-toast.ts'
import { Page, PageHeading, type PageWidth } from '../page.tsx'
import { Drawing } from '../pictures/drawing.tsx'
import { isNarrowed, type ListAddress, wholeList } from './list-address.ts'
import { ListShortcuts, type RowKey } from './list-shortcuts.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { Pagination, PastLastPage } from './pagination.tsx'
import { SortChoice, type SortChoiceProps } from './row-sorting.tsx'

export interface PageFacts {
  total: number
  /** False when there are more than `total` rows. */
  total_is_exact?: boolean
  page: number
  page_size: number
}

interface ListTexts {
  /** The number of rows, e.g. `1 product`. */
  count: (values: { total: number; isExact: string }) => string
  /** Names the navigation between the pages. */
  pages: string
  nothingFound: string
  /** The link from a search without results to the whole list. */
  showAll: string
}

export interface ListFrameProps<Data extends PageFacts, Sort extends string> {
  address: ListAddress<Sort>
  /** The query for the view, as its hook returns it. */
  result: { data?: Data; currentData?: Data; error?: unknown; isFetching: boolean; refetch: () => void }
  texts: ListTexts
  /** Returns the title of a failure to load the list. */
  failure: (error: unknown) => string
  /** The specification also lists the failure among the toasts. */
  toastsFailure?: boolean
  /** Replaces "nothing found" for a list that has no rows at all. */
  nothingYet?: EmptyStateProps | undefined
  /** The columns to sort by where rows are cards. */
  columns?: SortChoiceProps<Sort>['columns']
  /** The list shows days, so that the time zone is named. */
  hasDays?: boolean
  /** Shown opposite the count. */
  tools?: ReactNode
  /** Shortcuts of this list only. */
  keys?: readonly RowKey[]
  children: (data: Data) => ReactNode
}

/** Rows take the rest of the screen, even while loading, when their number is unknown. */
const SHOWN_HEIGHT = 'min-h-(--rows-height,max(16rem,100dvh-18rem))'

/** The frame of a list: count, tools, pages, and the empty state. */
export function ListFrame<Data extends PageFacts, Sort extends string>(props: ListFrameProps<Data, Sort>) {
  const { result, failure, toastsFailure } = props
  useFailureToast(result.error, toastsFailure && result.error ? failure(result.error) : null)
  // Rows stay when a refetch fails.
  if (result.error && !result.currentData) {
    return (
      <div className="mt-5">
        <LoadFailure title={failure(result.error)} onRetry={result.refetch} retrying={result.isFetching} />
      </div>
    )
  }
  if (!result.data) return <ListSkeleton className="h-(--rows-height,max(16rem,100dvh-18rem))" />
  return <LoadedList {...props} data={result.data} />
}

function LoadedList<Data extends PageFacts, Sort extends string>({
  address,
  result: { currentData, error, isFetching, refetch },
  data,
  texts,
  failure,
  nothingYet,
  hasDays,
  columns,
  tools,
  keys,
  children,
}: ListFrameProps<Data, Sort> & { data: Data }) {
  const pageCount = Math.ceil(data.total / data.page_size)
  const isEmpty = data.total <= (data.page - 1) * data.page_size
  const list = useRef<HTMLDivElement>(null)
  useFollowShrinking(address, currentData, pageCount)
  return (
    <div ref={list} aria-busy={isFetching}>
      <div className="my-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 max-sm:my-2 lg:gap-x-6">
        <p role="status" className="text-muted">
          {texts.count({ total: data.total, isExact: String(data.total_is_exact !== false) })}
        </p>
        {columns && address.sorting && !isEmpty && <SortChoice columns={columns} address={address} />}
        {tools}
      </div>
      <FailureNote text={error ? failure(error) : null} onRetry={refetch} className="mb-3" />
      <div className={classNames(SHOWN_HEIGHT, 'transition-opacity', isFetching && 'opacity-80')}>
        {isEmpty ? (
          <NoRows
            address={address}
            total={data.total}
            page={currentData ? address.page : data.page}
            lastPage={pageCount}
            texts={texts}
            // The shown rows may belong to a search that the address no longer names.
            nothingYet={currentData && nothingYet}
          />
        ) : (
          children(data)
        )}
      </div>
      <div className="@container mt-4">
        <div className="grid items-center justify-items-center gap-x-6 gap-y-3 @3xl:grid-cols-[1fr_auto_1fr]">
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm text-muted @3xl:justify-self-start">
            {data.total > LIST_PAGE_SIZE && <RowsPerPage address={address} />}
            {hasDays && <p>{listMessages.daysIn({ zone: timeZone() })}</p>}
          </div>
          {pageCount > 1 ? (
            <Pagination
              label={texts.pages}
              page={data.page}
              pageCount={pageCount}
              hrefOf={(page) => address.hrefOf({ page })}
              className="order-first @3xl:order-none"
            />
          ) : (
            <span />
          )}
          <div className="@3xl:justify-self-end">
            <ListShortcuts list={list} {...(keys && { keys })} />
          </div>
        </div>
      </div>
    </div>
  )
}

function useFollowShrinking(address: ListAddress, data: PageFacts | undefined, lastPage: number): void {
  const navigate = useNavigate()
  const withRows = useRef('')
  const { here, page } = address
  const hasRows = data !== undefined && page <= lastPage
  useEffect(() => {
    if (hasRows) withRows.current = here
    else if (data && lastPage > 0 && withRows.current === here)
      navigate(address.hrefOf({ page: lastPage }), { replace: true, preventScrollReset: true })
  })
}

function RowsPerPage({ address }: { address: ListAddress }) {
  const navigate = useNavigate()
  return (
    <label className="inline-flex items-center gap-2">
      {listMessages.rowsPerPage}
      <select
        value={address.pageSize}
        onChange={({ target }) =>
          navigate(address.hrefOf({ pageSize: Number(target.value) }), { preventScrollReset: true })
        }
        className="min-h-9 rounded-field border border-line-strong bg-surface px-2 text-ink"
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  )
}

interface NoRowsProps extends Pick<ListFrameProps<PageFacts, string>, 'address' | 'texts' | 'nothingYet'> {
  total: number
  page: number
  lastPage: number
}

function NoRows({ address, total, page, lastPage, texts, nothingYet }: NoRowsProps) {
  if (total > 0) {
    return <PastLastPage page={page} lastPage={lastPage} hrefOf={(number) => address.hrefOf({ page: number })} />
  }
  if (!isNarrowed(address) && nothingYet) return <EmptyState drawing={<Drawing of="list" />} {...nothingYet} />
  return (
    <EmptyState
      drawing={<Drawing of="search" />}
      title={texts.nothingFound}
      text={address.q && listMessages.nothingFoundText}
      action={
        isNarrowed(address) && (
          <ButtonLink to={wholeList(address)} variant="secondary">
            {texts.showAll}
          </ButtonLink>
        )
      }
    />
  )
}

/** The page of a list of an area, with `aside` opposite its heading. */
export function ListPage({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  return (
    <Page title={title} heading="own" personal>
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-2 gap-y-4">
        <PageHeading>{title}</PageHeading>
        {aside}
      </div>
      {children}
    </Page>
  )
}

interface EntryPageProps {
  title: string
  /** The path of the list, and the text of the link to it. */
  list: string
  back: string
  width?: PageWidth
  children: ReactNode
}

/** The page of one entry of a list. */
export function EntryPage({ title, list, back, width = 'medium', children }: EntryPageProps) {
  return (
    <Page title={title} heading="own" personal width={width}>
      <Link to={list} className="-ms-1 mb-1 inline-flex items-center gap-1 py-1 text-sm text-muted hover:text-ink">
        <ChevronLeft aria-hidden className="size-4" /> {back}
      </Link>
      <PageHeading className="mb-4">{title}</PageHeading>
      {children}
    </Page>
  )
}
