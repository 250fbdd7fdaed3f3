import { toCents, toDollars } from '../kernel/money.ts'
import { amountOfLine } from './price-cart.ts'

/** Returns what so many units of a product or a line cost at a price: dollars, computed in whole cents. */
export function lineTotal(unitPrice: number, quantity: number): number {
  return sumLines([{ unitPrice, quantity }])
}

/** Returns the sum of such lines in dollars. */
export function sumLines(lines: readonly { unitPrice: number; quantity: number }[]): number {
  const cents = lines.map(({ unitPrice, quantity }) => amountOfLine(toCents(unitPrice), quantity))
  return toDollars(cents.reduce((sum, amount) => sum + amount, 0))
}
