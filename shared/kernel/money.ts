import { LOCALE, onFirstUse } from './locale.ts'

/** Highest price of one product, in cents: $9,999,999.99. */
export const MAX_PRICE_CENTS = 999_999_999

/** Returns a dollar amount with at most two decimals in whole cents. Throws RangeError for anything else. */
export function toCents(dollars: number): number {
  if (!isAmount(dollars)) throw new RangeError(`not an amount: ${dollars}`)
  return Math.round(dollars * 100)
}

/** Returns whether a number is a dollar amount in whole cents. */
export function isAmount(dollars: number): boolean {
  const cents = Math.round(dollars * 100)
  // An amount of cents converts to dollars and back without loss; a tolerance would fail for large totals.
  return Number.isSafeInteger(cents) && cents / 100 === dollars
}

/** Returns whole cents in dollars, exact to two decimals. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Returns an amount as the database has it, an exact decimal, in whole cents. Throws as `toCents`. */
export function decimalToCents(decimal: string): number {
  return toCents(Number(decimal))
}

/** Returns whole cents as the database takes them: `12.50`. */
export function centsToDecimal(cents: number): string {
  return toDollars(cents).toFixed(2)
}

/**
 * Returns a typed dollar amount like `12`, `12.50`, `12,50` or `$12.50`; undefined for anything else, such as amounts with a
 * sign, an exponent, more than two decimals or marks between thousands: `1,250` may be either.
 */
export function readAmount(text: string): number | undefined {
  const amount = text
    .normalize('NFKC')
    .trim()
    .replace(/^\$\s*/, '')
  return /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d\d?)$/.test(amount) ? Number(amount.replace(',', '.')) : undefined
}

/** Returns what is left of a dollar amount without another, computed in whole cents. */
export function amountLeft(whole: number, part: number): number {
  return toDollars(toCents(whole) - toCents(part))
}

const dollarFormat = onFirstUse(() => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' }))

/** Returns a dollar amount as the shop shows it: `$1,234.50`. */
export function formatDollars(dollars: number): string {
  // What the format writes, too, in a tenth of its time: a page shows many amounts.
  return dollars >= 0 && dollars < 1000 && isAmount(dollars) ? `$${dollars.toFixed(2)}` : dollarFormat().format(dollars)
}
