import { useNavigate } from 'react-router'
import { SORT_DIRECTIONS, type SortDirection } from '../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { ArrowDown, ArrowUp, ArrowUpDown } from '../area-icons.ts'
import { classNames } from '../class-names.ts'
import { Options } from '../form/fields.tsx'
import { inputLook } from '../form/text-field.tsx'
import { NARROW_FOR_TABLES_PX, useNarrowScreen } from '../hooks.ts'
import { Link } from '../link.tsx'
import type { ListAddress } from './list-address.ts'

/** The sorting of a column. */
export interface SortedBy<Sort extends string> {
  sort: Sort
  /** The direction of the first click. */
  first: SortDirection
}

/** Classes that hide a column on screens narrower than its `from`. */
export const HIDDEN_BEFORE = { lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const

interface SortableHeadProps<Sort extends string> {
  column: { text: string; isAmount?: boolean; from?: 'lg' | 'xl' }
  sortedBy: SortedBy<Sort>
  address: ListAddress<Sort>
}

/** A column header that sorts the list by its column, and reverses the order on a second click. */
export function SortableHead<Sort extends string>({ column, sortedBy, address }: SortableHeadProps<Sort>) {
  const direction = directionOf(sortedBy, address)
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={classNames(
        'py-1.5 font-medium first:ps-1.5 lg:first:ps-1 xl:px-1 xl:whitespace-nowrap',
        // With the padding of the link it equals that of the cells below.
        'max-lg:[.text-end+&:not(.text-end)]:ps-2 lg:max-xl:[.text-end+&:not(.text-end)]:ps-1.5',
        column.isAmount && 'text-end',
        column.from && HIDDEN_BEFORE[column.from],
      )}
    >
      <SortLink text={column.text} isAmount={column.isAmount} sortedBy={sortedBy} address={address} />
    </th>
  )
}

function directionOf<Sort extends string>({ sort }: SortedBy<Sort>, { sorting }: ListAddress<Sort>) {
  return sorting?.sort === sort ? sorting.direction : undefined
}

interface SortLinkProps<Sort extends string> {
  text: string
  isAmount: boolean | undefined
  sortedBy: SortedBy<Sort>
  address: ListAddress<Sort>
  /** For screen readers, after the text. */
  children?: string
}

/** The arrow lies in the gap between columns, so that it takes no space. */
function SortLink<Sort extends string>({ text, isAmount, sortedBy, address, children }: SortLinkProps<Sort>) {
  const direction = directionOf(sortedBy, address)
  const next = direction ? (direction === 'asc' ? 'desc' : 'asc') : sortedBy.first
  const Icon = direction ? (direction === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown
  return (
    <Link
      to={address.hrefOf({ sorting: { sort: sortedBy.sort, direction: next } })}
      preventScrollReset
      className="relative inline-flex min-h-9 items-center rounded-field px-1 hover:bg-tint hover:text-ink lg:px-1.5 xl:px-2"
    >
      {text}
      {children && <span className="sr-only">{children}</span>}
      <Icon
        aria-hidden
        className={classNames(
          'size-3.5 shrink-0 xl:absolute',
          isAmount ? 'end-full xl:-me-1.5' : 'start-full xl:-ms-1.5',
          direction ? 'text-brand' : 'opacity-60 max-xl:hidden',
        )}
      />
    </Link>
  )
}

interface RowHeadsProps<Sort extends string> {
  /** In the order of the columns; those without `sortedBy` do not sort. */
  columns: readonly { text: string; isAmount?: boolean; sortedBy?: SortedBy<Sort> }[]
  address: ListAddress<Sort>
  /** False for a list that has one order. */
  isSorted: boolean
  className: string
}

/** Heads above rows that are not a table, in the columns of a grid; those that sort say how. */
export function RowHeads<Sort extends string>({ columns, address, isSorted, className }: RowHeadsProps<Sort>) {
  const Element = isSorted ? 'nav' : 'div'
  return (
    <Element aria-label={isSorted ? listMessages.sortBy : undefined} className={className}>
      {columns.map(({ text, isAmount, sortedBy }) => {
        const direction = sortedBy && directionOf(sortedBy, address)
        return (
          <span key={text} className={classNames(isAmount && 'text-end')}>
            {sortedBy && isSorted ? (
              <span className={isAmount ? '-me-2' : '-ms-2'}>
                <SortLink text={text} isAmount={isAmount} sortedBy={sortedBy} address={address}>
                  {direction && listMessages.sortedNow[direction]}
                </SortLink>
              </span>
            ) : (
              text
            )}
          </span>
        )
      })}
    </Element>
  )
}

export interface SortChoiceProps<Sort extends string> {
  columns: readonly { text: string; sortedBy?: SortedBy<Sort> }[]
  address: ListAddress<Sort>
  /** Up to this width the list has no column headers. */
  upTo?: number
}

/** Selects the sort order of cards, which have no column headers. */
export function SortChoice<Sort extends string>({
  columns,
  address,
  upTo = NARROW_FOR_TABLES_PX,
}: SortChoiceProps<Sort>) {
  const navigate = useNavigate()
  if (!useNarrowScreen(upTo)) return null
  const optionOf = (sort: string, direction: SortDirection) => `${sort} ${direction}`
  const options = columns.flatMap(({ text, sortedBy }) =>
    sortedBy
      ? SORT_DIRECTIONS.map((direction) => ({
          value: optionOf(sortedBy.sort, direction),
          text: listMessages.sorted[direction]({ column: text }),
          href: address.hrefOf({ sorting: { sort: sortedBy.sort, direction } }),
        }))
      : [],
  )
  return (
    <select
      aria-label={listMessages.sortBy}
      value={address.sorting && optionOf(address.sorting.sort, address.sorting.direction)}
      onChange={({ target }) => {
        const chosen = options.find(({ value }) => value === target.value)
        if (chosen) navigate(chosen.href)
      }}
      className={`${inputLook} min-w-0 max-w-56 flex-[1_1_8rem] truncate ps-3 pe-1`}
    >
      <Options options={options} />
    </select>
  )
}
