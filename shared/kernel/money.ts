import { byLocale, currentLanguage } from './language.ts'
import { SOURCE_LANGUAGE } from './languages.ts'

/** $9,999,999.99. */
export const MAX_PRICE_CENTS = 999_999_999

/** Converts dollars with at most two decimals to whole cents. Throws RangeError for anything else. */
export function toCents(dollars: number): number {
  if (!isAmount(dollars)) throw new RangeError(`not an amount: ${dollars}`)
  return Math.round(dollars * 100)
}

/** Returns whether a number is a dollar amount in whole cents. */
export function isAmount(dollars: number): boolean {
  const cents = Math.round(dollars * 100)
  // Whole cents convert to dollars and back without loss; a tolerance would fail for large totals.
  return Number.isSafeInteger(cents) && cents / 100 === dollars
}

/** Converts whole cents to dollars, exact to two decimals. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Converts the database's exact decimal to whole cents. Throws as `toCents`. */
export function decimalToCents(decimal: string): number {
  return toCents(Number(decimal))
}

/** Converts whole cents to the database's form: `12.50`. */
export function centsToDecimal(cents: number): string {
  return toDollars(cents).toFixed(2)
}

/**
 * Parses a typed dollar amount like `12`, `12.50`, `12,50` or `$12.50`; undefined for anything else, such as signs,
 * exponents, more than two decimals or thousands separators: `1,250` is ambiguous.
 */
export function readAmount(text: string): number | undefined {
  const amount = text
    .normalize('NFKC')
    .trim()
    .replace(/^\$\s*/, '')
  return /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d\d?)$/.test(amount) ? Number(amount.replace(',', '.')) : undefined
}

/** Subtracts dollar amounts in whole cents. */
export function amountLeft(whole: number, part: number): number {
  return toDollars(toCents(whole) - toCents(part))
}

const dollarFormat = byLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))

/** Formats a dollar amount: `$1,234.50`. */
export function formatDollars(dollars: number): string {
  // Same output as the format in a tenth of its time, as a page shows many amounts.
  if (currentLanguage() === SOURCE_LANGUAGE && dollars >= 0 && dollars < 1000 && isAmount(dollars))
    return `$${dollars.toFixed(2)}`
  return dollarFormat().format(dollars)
}
