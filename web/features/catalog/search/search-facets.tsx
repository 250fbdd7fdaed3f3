import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryName } from '../../../../shared/catalog/category-name-messages.ts'
import type { PriceRange } from '../../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { searchFilterMessages } from '../../../../shared/catalog/search-messages.ts'
import type { SearchFacets } from '../../../../shared/catalog/search-schema.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Check, X } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import {
  membersOf,
  readDollars,
  readSearch,
  type SearchAddress,
  searchPath,
  toggled,
  withoutFilters,
} from '../search-address.ts'

/** The filters of a search with the number of products of each; each choice is a new address, at page 1. */
export function SearchFacetsPanel({ search, facets }: { search: SearchAddress; facets: SearchFacets }) {
  const sellers = membersOf(search.seller)
  const path = (change: SearchAddress) => searchPath({ ...search, ...change, page: undefined })
  const more = facets.total_is_exact ? '' : '+'
  const countText = (count: number) => `${formatNumber(count)}${count > 0 ? more : ''}`
  return (
    <div className="grid gap-6">
      <Group title={searchFilterMessages.price}>
        <PriceBars bars={facets.price_bars} />
        <ul>
          {facets.price_ranges.map(({ range, count }) => (
            <Option
              key={range}
              to={path({
                price: search.price === range ? undefined : range,
                price_from: undefined,
                price_to: undefined,
              })}
              isChosen={search.price === range}
              name={catalogMessages.priceRanges[range as PriceRange]}
              count={countText(count)}
            />
          ))}
        </ul>
        <PriceForm key={`${search.price_from}-${search.price_to}`} search={search} />
      </Group>
      <Group title={searchFilterMessages.offers}>
        <ul>
          <Option
            to={path({ flash_sale: search.flash_sale ? undefined : '1' })}
            isChosen={search.flash_sale !== undefined}
            name={searchFilterMessages.onFlashSale}
            count={countText(facets.flash_sale)}
          />
          <Option
            to={path({ in_stock: search.in_stock ? undefined : '1' })}
            isChosen={search.in_stock !== undefined}
            name={searchFilterMessages.inStock}
            count={countText(facets.in_stock)}
          />
        </ul>
      </Group>
      <Group title={searchFilterMessages.rating}>
        <ul>
          {facets.ratings.map(({ rating, count }) => (
            <Option
              key={rating}
              to={path({ rating: search.rating === rating ? undefined : rating })}
              isChosen={search.rating === rating}
              name={searchFilterMessages.starsAndUp({ stars: rating })}
              count={countText(count)}
            />
          ))}
        </ul>
      </Group>
      {facets.sellers.length > 0 && (
        <Group title={searchFilterMessages.sellers}>
          <ul>
            {facets.sellers.map(({ handle, name, count }) => (
              <Option
                key={handle}
                to={path({ seller: toggled(search.seller, handle) })}
                isChosen={sellers.includes(handle)}
                name={name}
                count={countText(count)}
              />
            ))}
          </ul>
        </Group>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}

interface OptionProps {
  to: string
  isChosen: boolean
  name: string
  count: string
}

function Option({ to, isChosen, name, count }: OptionProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-field px-2 text-sm hover:bg-tint lg:min-h-9"
      >
        <span
          aria-hidden
          className={classNames(
            'grid size-5 shrink-0 place-items-center rounded border',
            isChosen ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
          )}
        >
          {isChosen && <Check aria-hidden className="size-3.5" strokeWidth={3} />}
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        <span className="text-muted">{count}</span>
      </Link>
    </li>
  )
}

/** The distribution of fewer prices says nothing that the prices do not. */
const FEWEST_CHARTED = 8

function PriceBars({ bars }: { bars: SearchFacets['price_bars'] }) {
  const counts = bars.map(({ count }) => count)
  const highest = Math.max(...counts, 1)
  if (counts.reduce((sum, count) => sum + count, 0) < FEWEST_CHARTED) return null
  return (
    <div aria-hidden className="flex h-14 items-end gap-0.5 border-b border-line">
      {bars.map(({ from, to, count }) => (
        <div
          key={from}
          title={searchFilterMessages.pricesOfBar({ prices: pricesText(from, to), count })}
          className="flex-1 rounded-t-sm bg-brand/60"
          style={{ height: count ? `${Math.max(6, (100 * count) / highest)}%` : 0 }}
        />
      ))}
    </div>
  )
}

const PRICES = ['price_from', 'price_to'] as const

function PriceForm({ search }: { search: SearchAddress }) {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState<readonly (keyof SearchAddress)[]>([])
  const errorOf = (name: keyof SearchAddress) => (wrong.includes(name) ? searchFilterMessages.priceMalformed : null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const entered = PRICES.map((name) => [name, text(name).trim()] as const)
    const malformed = entered.filter(([, typed]) => typed && readDollars(typed) === undefined).map(([name]) => name)
    setWrong(malformed)
    if (malformed.length) return
    const { price_from, price_to } = readSearch(new URLSearchParams(entered.map(([name, typed]) => [name, typed])))
    navigate(searchPath({ ...search, price: undefined, price_from, price_to, page: undefined }), {
      preventScrollReset: true,
    })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-2 gap-2">
      {PRICES.map((name) => (
        <PriceField key={name} name={name} value={search[name]} error={errorOf(name)} />
      ))}
      <Button type="submit" variant="secondary" size="small" className="col-span-2 max-lg:min-h-11">
        {catalogMessages.applyFilters}
      </Button>
    </form>
  )
}

interface PriceFieldProps {
  name: (typeof PRICES)[number]
  value: number | undefined
  error: string | null
}

function PriceField({ name, value, error }: PriceFieldProps) {
  return (
    <TextField
      label={name === 'price_from' ? searchFilterMessages.priceFrom : searchFilterMessages.priceTo}
      name={name}
      defaultValue={value}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      prefix="$"
      className="min-w-0 [&_input]:pe-1 [&_input]:ps-7"
    />
  )
}

function pricesText(from: number | undefined, to: number | null | undefined): string {
  if (from === undefined) return searchFilterMessages.upToPrice({ to: formatDollars(to ?? 0) })
  if (to === undefined || to === null) return searchFilterMessages.fromPrice({ from: formatDollars(from) })
  return searchFilterMessages.betweenPrices({ from: formatDollars(from), to: formatDollars(to) })
}

export interface ChosenFiltersProps {
  search: SearchAddress
  /** The source of the chosen sellers' names. */
  facets: SearchFacets | undefined
}

/** The chosen filters, each with a link that removes it, and one that removes all. */
export function ChosenFilters({ search, facets }: ChosenFiltersProps) {
  const path = (change: SearchAddress) => searchPath({ ...search, ...change, page: undefined })
  const { price, price_from, price_to, flash_sale, in_stock, rating } = search
  const nameOf = (handle: string) => facets?.sellers.find((seller) => seller.handle === handle)?.name ?? handle
  const hasPrices = price_from !== undefined || price_to !== undefined
  const chosen = [
    ...membersOf(search.category).map((name) => {
      return {
        key: `category ${name}`,
        name: categoryName(name),
        to: path({ category: toggled(search.category, name) }),
      }
    }),
    price && { key: 'price', name: catalogMessages.priceRanges[price], to: path({ price: undefined }) },
    hasPrices && {
      key: 'prices',
      name: pricesText(price_from, price_to),
      to: path({ price_from: undefined, price_to: undefined }),
    },
    flash_sale && { key: 'sale', name: searchFilterMessages.onFlashSale, to: path({ flash_sale: undefined }) },
    in_stock && { key: 'stock', name: searchFilterMessages.inStock, to: path({ in_stock: undefined }) },
    rating && {
      key: 'rating',
      name: searchFilterMessages.starsAndUp({ stars: rating }),
      to: path({ rating: undefined }),
    },
    ...membersOf(search.seller).map((handle) => {
      return { key: `seller ${handle}`, name: nameOf(handle), to: path({ seller: toggled(search.seller, handle) }) }
    }),
  ].filter((one) => typeof one === 'object')
  return (
    <ul
      ref={passFocusOn}
      aria-label={searchFilterMessages.chosenFilters}
      className="flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {chosen.map(({ key, name, to }) => (
        <li key={key} className="max-sm:shrink-0">
          <Link
            to={to}
            preventScrollReset
            onClick={focusNext}
            aria-label={searchFilterMessages.removeFilter({ name })}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm wrap-anywhere hover:bg-tint max-sm:max-w-60"
          >
            {name}
            <X aria-hidden className="size-4 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={searchPath(withoutFilters(search))}
          preventScrollReset
          className="inline-flex min-h-9 items-center px-1 text-sm whitespace-nowrap underline"
        >
          {searchFilterMessages.clearAll}
        </Link>
      </li>
    </ul>
  )
}

/** Moves the focus from the removed chip to the next one, or to the link that removes all. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('li')?.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
}
