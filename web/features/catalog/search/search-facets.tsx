import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryName } from '../../../../shared/catalog/categories.ts'
import type { PriceRange } from '../../../../shared/catalog/constants.ts'
import { searchFilterMessages, searchMessages } from '../../../../shared/catalog/search-messages.ts'
import type { SearchFacets } from '../../../../shared/catalog/search-schema.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { currencySign, formatAmount } from '../../../../shared/kernel/money.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useFollowedInput } from '../../../ui/hooks.ts'
import { Check, X } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import {
  membersOf,
  readDollars,
  readSearch,
  type SearchAddress,
  searchPath,
  toggled,
  withoutFilters,
} from '../search-address.ts'
import { chosenCategories, priceRangeText } from './search-filters.tsx'

const NO_PRICES = { price_from: undefined, price_to: undefined } satisfies SearchAddress

export interface ShownFacetsProps {
  search: SearchAddress
  /** Undefined while loading and after a failure. */
  facets: SearchFacets | undefined
  isFailed: boolean
  onRetry: () => void
}

/** The filters of a search; their space is reserved until the facets are loaded. */
export function ShownFacets({ search, facets, isFailed, onRetry }: ShownFacetsProps) {
  if (isFailed) return <FailureNote text={searchMessages.filtersFailed} onRetry={onRetry} />
  if (facets) return <FacetsPanel search={search} facets={facets} />
  return (
    <div aria-hidden className="grid gap-4">
      <Skeleton className="h-44" />
      <Skeleton className="h-24" />
      <Skeleton className="h-44" />
    </div>
  )
}

/** The filters with the number of products of each; each choice is a new address, at page 1. */
function FacetsPanel({ search, facets }: { search: SearchAddress; facets: SearchFacets }) {
  const more = facets.total_is_exact ? '' : '+'
  const optionOf = (key: string, isChosen: boolean, name: string, count: number, change: SearchAddress) => ({
    key,
    to: searchPath({ ...search, ...change, page: undefined }),
    isChosen,
    name,
    count: `${formatNumber(count)}${count > 0 ? more : ''}`,
  })
  const { price, flash_sale, in_stock, rating: chosenRating, seller } = search
  const prices = facets.price_ranges.map(({ range, count }) =>
    optionOf(range, price === range, priceRangeText(range as PriceRange), count, {
      ...NO_PRICES,
      price: price === range ? undefined : range,
    }),
  )
  const offers = [
    optionOf('sale', flash_sale !== undefined, searchFilterMessages.onFlashSale, facets.flash_sale, {
      flash_sale: flash_sale ? undefined : '1',
    }),
    optionOf('stock', in_stock !== undefined, searchFilterMessages.inStock, facets.in_stock, {
      in_stock: in_stock ? undefined : '1',
    }),
  ]
  const ratings = facets.ratings.map(({ rating, count }) =>
    optionOf(rating, chosenRating === rating, searchFilterMessages.starsAndUp({ stars: rating }), count, {
      rating: chosenRating === rating ? undefined : rating,
    }),
  )
  const sellers = facets.sellers.map(({ handle, name, count }) =>
    optionOf(handle, membersOf(seller).includes(handle), name, count, { seller: toggled(seller, handle) }),
  )
  return (
    <div className="grid gap-6">
      <Group title={searchFilterMessages.price} above={<PriceBars bars={facets.price_bars} />} options={prices}>
        <PriceForm search={search} />
      </Group>
      <Group title={searchFilterMessages.offers} options={offers} />
      <Group title={searchFilterMessages.rating} options={ratings} />
      {sellers.length > 0 && <Group title={searchFilterMessages.sellers} options={sellers} />}
    </div>
  )
}

interface GroupProps {
  title: string
  above?: ReactNode
  options: readonly { key: string; to: string; isChosen: boolean; name: string; count: string }[]
  children?: ReactNode
}

function Group({ title, above, options, children }: GroupProps) {
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      {above}
      <ul>
        {options.map(({ key, to, isChosen, name, count }) => (
          <li key={key}>
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
        ))}
      </ul>
      {children}
    </section>
  )
}

/** With fewer prices a chart of their distribution adds nothing. */
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
  const inputs = {
    price_from: useFollowedInput(String(search.price_from ?? '')),
    price_to: useFollowedInput(String(search.price_to ?? '')),
  }
  /** The malformed fields, each with the price in the address, which the field follows. */
  const [wrong, setWrong] = useState<readonly string[]>([])
  const sign = currencySign()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const entered = PRICES.map((name) => [name, String(form.get(name)).trim()] as const)
    const malformed = entered
      .filter(([, typed]) => typed && readDollars(typed) === undefined)
      .map(([name]) => name + search[name])
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
        <TextField
          key={name}
          ref={inputs[name]}
          label={name === 'price_from' ? searchFilterMessages.priceFrom : searchFilterMessages.priceTo}
          name={name}
          defaultValue={search[name]}
          error={wrong.includes(name + search[name]) ? searchFilterMessages.priceMalformed : null}
          inputMode="decimal"
          maxLength={10}
          prefix={sign}
          className={classNames('min-w-0 [&_input]:pe-1', sign.length === 1 && '[&_input]:ps-7')}
        />
      ))}
      <Button type="submit" variant="secondary" size="small" className="col-span-2 max-lg:min-h-11">
        {searchMessages.applyFilters}
      </Button>
    </form>
  )
}

function pricesText(from: number | undefined, to: number | null | undefined): string {
  if (from === undefined) return searchFilterMessages.upToPrice({ to: formatAmount(to ?? 0) })
  if (to === undefined || to === null) return searchFilterMessages.fromPrice({ from: formatAmount(from) })
  return searchFilterMessages.betweenPrices({ from: formatAmount(from), to: formatAmount(to) })
}

export interface ChosenFiltersProps {
  search: SearchAddress
  /** The source of the chosen sellers' names. */
  facets: SearchFacets | undefined
}

/** The chosen filters, each with a link that removes it, and one that removes all. */
export function ChosenFilters({ search, facets }: ChosenFiltersProps) {
  const { price, price_from, price_to, flash_sale, in_stock, rating } = search
  const nameOf = (handle: string) => facets?.sellers.find((seller) => seller.handle === handle)?.name ?? handle
  const hasPrices = price_from !== undefined || price_to !== undefined
  const chosen: (readonly [name: string, without: SearchAddress] | false | undefined)[] = [
    ...chosenCategories(search).map(
      (name, _, all) => [categoryName(name), { category: toggled(all.join(), name) }] as const,
    ),
    price && [priceRangeText(price), { price: undefined }],
    hasPrices && [pricesText(price_from, price_to), NO_PRICES],
    flash_sale && [searchFilterMessages.onFlashSale, { flash_sale: undefined }],
    in_stock && [searchFilterMessages.inStock, { in_stock: undefined }],
    rating && [searchFilterMessages.starsAndUp({ stars: rating }), { rating: undefined }],
    ...membersOf(search.seller).map((handle) => [nameOf(handle), { seller: toggled(search.seller, handle) }] as const),
  ]
  return (
    <ul
      ref={passFocusOn}
      aria-label={searchFilterMessages.chosenFilters}
      className="flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {chosen
        .filter((one) => typeof one === 'object')
        .map(([name, without]) => (
          <li key={Object.keys(without)[0] + name} className="max-sm:shrink-0">
            <Link
              to={searchPath({ ...search, ...without, page: undefined })}
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
