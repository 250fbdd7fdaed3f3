import { formatNumber } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'

/** How ratings are shown: on cards, products and sellers. */
export const ratingMessages = {
  short: (average: number, count: number) => `★ ${average.toFixed(1)} (${formatNumber(count)})`,
  spoken: (average: number, count: number) =>
    `Rated ${average.toFixed(1)} out of 5, ${plural(count, { one: '1 review', other: (n) => `${n} reviews` })}`,
} as const

/** Returns a number of stars in words. */
export function starsText(stars: number): string {
  return plural(stars, { one: '1 star', other: (n) => `${n} stars` })
}
