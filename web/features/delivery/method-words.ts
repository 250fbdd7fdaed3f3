import { countryName } from '../../../shared/delivery/country-names.ts'
import { methodMessages } from '../../../shared/delivery/method-messages.ts'
import type { SellerMethod } from '../../../shared/delivery/schema.ts'
import { formatWeight } from '../../../shared/delivery/weight.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'

/** Beyond this number, places and steps are only counted. */
const MAX_NAMED = 5

/** Returns where a method delivers: `Germany (10, 12), Austria`. */
export function placesText({ kind, destinations }: Pick<SellerMethod, 'kind' | 'destinations'>): string {
  if (!destinations.length) return kind === 'pickup' ? methodMessages.everyone : methodMessages.everywhereElse
  const byCountry = Map.groupBy(destinations, (one) => one.slice(0, 2))
  return firstOf(
    Array.from(byCountry, ([country, all]) => [countryName(country), prefixesOf(all)].filter(Boolean).join(' ')),
  )
}

function prefixesOf(destinations: readonly string[]): string {
  const prefixes = firstOf(destinations.filter((one) => one.includes(':')).map((one) => one.slice(3)))
  return prefixes && `(${prefixes})`
}

function firstOf(texts: readonly string[]): string {
  const places = texts.slice(0, MAX_NAMED).join(', ')
  return texts.length > MAX_NAMED ? methodMessages.andMore({ places, count: texts.length - MAX_NAMED }) : places
}

/** Returns what a method costs: `$4.90, $2.00 for each additional item`. */
export function priceText({ price_by, price, more_price, weight_steps }: SellerMethod): string {
  if (price_by === 'weight') {
    const steps = weight_steps.map((step) =>
      methodMessages.upTo({ weight: formatWeight(step.up_to), price: amountText(step.price) }),
    )
    return methodMessages.byWeight({ steps: firstOf(steps) })
  }
  if (price_by === 'order' || price + more_price === 0) return amountText(price)
  return methodMessages.perItem({ price: amountText(price), more: amountText(more_price) })
}

function amountText(amount: number): string {
  return amount === 0 ? methodMessages.free : formatAmount(amount)
}

/** Returns from which amount on a method is free; empty when it never is. */
export function freeFromText({ free_from }: Pick<SellerMethod, 'free_from'>): string {
  return free_from === null ? '' : methodMessages.freeFrom({ amount: formatAmount(free_from) })
}

/** Returns the days on the way: `1–3 days`. */
export function daysText({ days_from, days_to }: Pick<SellerMethod, 'days_from' | 'days_to'>): string {
  const days = days_from === days_to ? `${days_to}` : `${days_from}–${days_to}`
  return methodMessages.days({ days, first: days_from, last: days_to })
}
