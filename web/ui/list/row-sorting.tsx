import { useNavigate } from 'react-router'
import { SORT_DIRECTIONS, type SortDirection } from '../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { classNames } from '../class-names.ts'
import { ArrowDown, ArrowUp, ArrowUpDown } from '../icons.tsx'
import { Link } from '../link.tsx'
import { inputLook } from '../text-field.tsx'
import type { ListAddress } from './list-address.ts'

/** How a column sorts its list. */
export interface SortedBy<Sort extends string> {
  sort: Sort
  /** The direction when the column is chosen. */
  first: SortDirection
}

interface SortableHeadProps<Sort extends string> {
  column: { text: string; isAmount?: boolean }
  sortedBy: SortedBy<Sort>
  address: ListAddress<Sort>
}

/** A column header that sorts the list by its column, and reverses the order when it is sorted by it already. */
export function SortableHead<Sort extends string>({ column, sortedBy, address }: SortableHeadProps<Sort>) {
  const { sort, first } = sortedBy
  const direction = address.sorting?.sort === sort ? address.sorting.direction : undefined
  const next = direction ? (direction === 'asc' ? 'desc' : 'asc') : first
  const Icon = direction ? (direction === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={classNames('px-1 py-1.5 font-medium whitespace-nowrap', column.isAmount && 'text-right')}
    >
      <Link
        to={address.hrefOf({ sorting: { sort, direction: next } })}
        preventScrollReset
        className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 hover:bg-tint hover:text-ink"
      >
        {column.text}
        <Icon aria-hidden className={classNames('size-3.5', direction ? 'text-brand' : 'opacity-60')} />
      </Link>
    </th>
  )
}

interface SortChoiceProps<Sort extends string> {
  columns: readonly { text: string; sortedBy?: SortedBy<Sort> }[]
  address: ListAddress<Sort>
}

/** Selects the sort order of cards, which have no column headers. */
export function SortChoice<Sort extends string>({ columns, address }: SortChoiceProps<Sort>) {
  const navigate = useNavigate()
  const optionOf = (sort: string, direction: SortDirection) => `${sort} ${direction}`
  const options = columns.flatMap(({ text, sortedBy }) =>
    sortedBy
      ? SORT_DIRECTIONS.map((direction) => ({
          value: optionOf(sortedBy.sort, direction),
          text: listMessages.sorted[direction](text),
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
      className={`${inputLook} mb-4`}
    >
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
