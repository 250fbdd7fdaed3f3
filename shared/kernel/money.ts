/** Highest price of one product, in cents: $9,999,999.99. */
export const MAX_PRICE_CENTS = 999_999_999

/** Turns a dollar amount with at most two decimals into whole cents. Throws RangeError for anything else. */
export function toCents(dollars: number): number {
  const cents = Math.round(dollars * 100)
  // The nearest double to an amount of cents is the one that amount gives again; a tolerance would fail large totals.
  if (!Number.isSafeInteger(cents) || cents / 100 !== dollars) throw new RangeError(`not an amount: ${dollars}`)
  return cents
}

/** Turns whole cents into the dollar amount shown on the wire, exact to two decimals. */
export function toDollars(cents: number): number {
  return cents / 100
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Writes a dollar amount the way the shop shows it: `$1,234.50`. */
export function formatDollars(dollars: number): string {
  return dollarFormat.format(dollars)
}

/** Multiplies a dollar price by a quantity in whole cents, so that no fraction of a cent is lost. */
export function lineTotal(unitPrice: number, quantity: number): number {
  return toDollars(toCents(unitPrice) * quantity)
}

/** Adds up cart or order lines in whole cents and answers dollars. */
export function sumLines(lines: Iterable<{ unitPrice: number; quantity: number }>): number {
  let cents = 0
  for (const line of lines) cents += toCents(line.unitPrice) * line.quantity
  return toDollars(cents)
}
