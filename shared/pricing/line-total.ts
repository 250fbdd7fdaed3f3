import { toCents, toDollars } from '../kernel/money.ts'

export function amountOfLine(unit: number, quantity: number): number {
  return unit * quantity
}

/** Multiplies a price by a quantity: dollars, computed in whole cents. */
export function lineTotal(unitPrice: number, quantity: number): number {
  return toDollars(amountOfLine(toCents(unitPrice), quantity))
}

export function sumLines(lines: readonly { unitPrice: number; quantity: number }[]): number {
  return toDollars(lines.reduce((sum, { unitPrice, quantity }) => sum + amountOfLine(toCents(unitPrice), quantity), 0))
}
