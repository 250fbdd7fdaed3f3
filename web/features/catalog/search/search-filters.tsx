import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { categories, categoryName } from '../../../../shared/catalog/categories.ts'
import { PRICE_RANGES, type PriceRange, SORT_ORDERS } from '../../../../shared/catalog/constants.ts'
import type { SearchResult } from '../../../../shared/catalog/schema.ts'
import { searchMessages } from '../../../../shared/catalog/search-messages.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { amountParts } from '../../../../shared/kernel/money.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronDown } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { membersOf, type SearchAddress, searchPath, toggled } from '../search-address.ts'
import { HiddenFilters } from './search-form.tsx'

/** Returns the text of a range of prices: `$0 – $50`. */
export function priceRangeText(range: PriceRange): string {
  const [from = '', to] = range.split('-').map((limit) => {
    const { whole, after } = amountParts(Number(limit))
    return limit && whole + after
  })
  return to ? searchMessages.pricesBetween({ from, to }) : searchMessages.pricesFrom({ from })
}

/** The drop-downs of the search page; each choice is a new address, at page 1. `children` stand in front of them. */
export function SearchFilters({ search, children }: { search: SearchAddress; children?: ReactNode }) {
  const navigate = useNavigate()
  const choose = (change: SearchAddress) => navigate(searchPath({ ...search, ...change, page: undefined }))
  return (
    <form
      action={`${BASE_PATH}/search`}
      className="flex items-end gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:gap-3"
    >
      <HiddenFilters filters={{ ...search, price: undefined, sort: undefined, page: undefined }} />
      {children}
      <Filter
        label={searchMessages.category}
        value=""
        // The chips below select categories.
        onChange={() => choose({ category: undefined })}
      >
        <option value="">{searchMessages.allCategories}</option>
      </Filter>
      <Filter
        label={searchMessages.priceRange}
        name="price"
        value={search.price ?? ''}
        onChange={(value) =>
          choose({ price: PRICE_RANGES.find((range) => range === value), price_from: undefined, price_to: undefined })
        }
      >
        <option value="">{searchMessages.anyPrice}</option>
        {PRICE_RANGES.map((range) => (
          <option key={range} value={range}>
            {priceRangeText(range)}
          </option>
        ))}
      </Filter>
      <Filter
        label={searchMessages.sortBy}
        name="sort"
        value={search.sort ?? 'relevance'}
        onChange={(value) => choose({ sort: SORT_ORDERS.find((order) => order === value && order !== 'relevance') })}
      >
        {SORT_ORDERS.map((order) => (
          <option key={order} value={order}>
            {searchMessages.sortOrders[order]}
          </option>
        ))}
      </Filter>
      <noscript>
        <Button type="submit" variant="secondary">
          {searchMessages.applyFilters}
        </Button>
      </noscript>
    </form>
  )
}

interface FilterProps {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Filter({ label, name, value, onChange, children }: FilterProps) {
  const id = useId()
  return (
    <div className="relative shrink-0 sm:max-lg:min-w-0 sm:max-lg:flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full appearance-none rounded-field border border-line-strong bg-surface ps-3 pe-8 text-base"
      >
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 end-2.5 size-4 text-muted" />
    </div>
  )
}

/** Returns the chosen categories by their names in the data, whatever their case in the address. */
export function chosenCategories({ category }: SearchAddress): string[] {
  const names = membersOf(category).map((name) => categories().byName.get(name.toLowerCase())?.name ?? name)
  return [...new Set(names)]
}

interface CategoryChipsProps {
  search: SearchAddress
  counts: SearchResult['categories']
  total: number
}

/** The categories of the results, with counts; several may be chosen, and choosing one again clears it. */
export function CategoryChips({ search, counts, total }: CategoryChipsProps) {
  const chosenNames = chosenCategories(search)
  if (counts.length === 0 && !chosenNames.length) return null
  const missing = chosenNames.filter((name) => !counts.some(({ category }) => category === name))
  const shown = [
    ...counts,
    ...missing.map((category) => ({ category, count: chosenNames.length === 1 ? total : undefined })),
  ]
  return (
    <ul
      aria-label={searchMessages.categoriesFound}
      className="mb-3 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap lg:mb-6 lg:grid lg:gap-0"
    >
      {shown.map(({ category, count }) => {
        const chosen = chosenNames.includes(category)
        return (
          <li key={category}>
            <Link
              to={searchPath({ ...search, category: toggled(chosenNames.join(), category), page: undefined })}
              aria-current={chosen ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-9 max-w-full items-center gap-2 rounded-full px-3.5 text-sm font-medium wrap-anywhere max-sm:whitespace-nowrap lg:-mx-2 lg:flex lg:min-h-8 lg:max-w-none lg:justify-between lg:rounded-field lg:px-2',
                chosen ? 'bg-brand text-on-brand' : 'bg-tint hover:bg-tint-strong lg:bg-transparent lg:hover:bg-tint',
              )}
            >
              {categoryName(category)}
              {count !== undefined && <span className={chosen ? undefined : 'text-muted'}>{formatNumber(count)}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
