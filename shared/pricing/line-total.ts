import { toCents, toDollars } from '../kernel/money.ts'

/** Returns what so many units cost. */
export function amountOfLine(unit: number, quantity: number): number {
  return unit * quantity
}

/** Returns what so many units of a product or a line cost at a price: dollars, computed in whole cents. */
export function lineTotal(unitPrice: number, quantity: number): number {
  return toDollars(amountOfLine(toCents(unitPrice), quantity))
}

/** Returns the sum of such lines in dollars. */
export function sumLines(lines: readonly { unitPrice: number; quantity: number }[]): number {
  return toDollars(lines.reduce((sum, { unitPrice, quantity }) => sum + amountOfLine(toCents(unitPrice), quantity), 0))
}
