import type { FullSellerOrder, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { formatDollars, sumLines } from '../../../shared/kernel/money.ts'

/** Returns whether money goes back when units of a seller order are cancelled. */
export function isPaid({ payment }: FullSellerOrder): boolean {
  return payment?.payment_state === 'paid'
}

/** Returns what units of a seller order were sold for, as text. */
export function worthOf({ lines }: Pick<FullSellerOrder, 'lines'>, units: readonly LineUnits[]): string {
  const prices = new Map(lines.map((line) => [line.line_number, line.unit_price]))
  const sold = units.map(({ line_number, quantity }) => ({ unitPrice: prices.get(line_number) ?? 0, quantity }))
  return formatDollars(sumLines(sold))
}
