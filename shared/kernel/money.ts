import { byMarket } from './language.ts'
import { marketFacts } from './market-facts.ts'

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
 * Parses a typed amount like `12`, `12.50`, `12,50` or `$12.50`; undefined for anything else, such as signs, exponents, more
 * than two decimals, another currency or thousands separators: `1,250` is ambiguous.
 */
export function readAmount(text: string): number | undefined {
  const sign = currencySign()
  const typed = text.normalize('NFKC').trim()
  const amount = typed.startsWith(sign) ? typed.slice(sign.length).trim() : typed
  return /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d\d?)$/.test(amount) ? Number(amount.replace(',', '.')) : undefined
}

/** Subtracts dollar amounts in whole cents. */
export function amountLeft(whole: number, part: number): number {
  return toDollars(toCents(whole) - toCents(part))
}

/** Returns a function that returns a format of amounts in the marketplace's currency. */
export const amountFormat = (options?: Intl.NumberFormatOptions) =>
  byMarket((locale, { currency }) => new Intl.NumberFormat(locale, { ...options, style: 'currency', currency }))

const fullFormat = amountFormat()
const signFormat = amountFormat({ currencyDisplay: 'narrowSymbol' })

/** The parts of a formatted amount: the text before the cents, the cents with their separator, and the text after them. */
export interface AmountParts {
  whole: string
  cents: string
  after: string
}

function formatParts(amount: number): AmountParts {
  const text = fullFormat().format(amount)
  const [, whole = text, cents = '', after = ''] = /^(.*)([.,]\d\d)(\D*)$/.exec(text) ?? []
  return { whole, cents, after }
}

const zero = byMarket(() => formatParts(0))

/** Formats an amount as `formatAmount` does; without cents the first part is all of it. */
export function amountParts(amount: number): AmountParts {
  if (!(amount >= 0 && amount < 1000 && isAmount(amount))) return formatParts(amount)
  // Same output as the format in a tenth of its time, as a page shows many amounts.
  const { whole, cents, after } = zero()
  const [units = '', hundredths] = amount.toFixed(2).split('.')
  return { whole: whole.replace('0', units), cents: cents.charAt(0) + hundredths, after }
}

/** Formats an amount in the marketplace's currency: `$1,234.50`. */
export function formatAmount(amount: number): string {
  const { whole, cents, after } = amountParts(amount)
  return whole + cents + after
}

/** Returns the sign of the marketplace's currency for fields: `$`. */
export function currencySign(): string {
  return (
    signFormat()
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? ''
  )
}

/** Returns the code of the marketplace's currency: `USD`. */
export const currencyCode = (): string => marketFacts().currency
