import { CHARGES, type Charge, type PricingContext } from './charges.ts'
import { amountOfLine } from './line-total.ts'

/** A line before pricing. Amounts in this folder are in whole cents. */
export interface LineToPrice {
  seller_id: string
  unit: number
  quantity: number
}

interface PricedCart<Line extends LineToPrice = LineToPrice> {
  lines: (Line & { amount: number })[]
  charges: Charge[]
  /** Amounts per seller, in the order of first lines. */
  sellers: { seller_id: string; goods: number; charges: number; total: number }[]
  total: number
}

export function priceCart<Line extends LineToPrice>(
  unpriced: readonly Line[],
  context: PricingContext = {},
): PricedCart<Line> {
  const lines = unpriced.map((line) => ({ ...line, amount: amountOfLine(line.unit, line.quantity) }))
  const charges = CHARGES.flatMap((chargesOf) => chargesOf(lines, context))
  const sellers = Array.from(
    Map.groupBy(lines, (line) => line.seller_id),
    ([seller_id, own]) => {
      const goods = sumOf(own)
      const charged = sumOf(charges.filter((charge) => charge.seller_id === seller_id))
      return { seller_id, goods, charges: charged, total: goods + charged }
    },
  )
  return { lines, charges, sellers, total: sumOf(lines) + sumOf(charges) }
}

export function sumOf(priced: readonly { amount: number }[]): number {
  return priced.reduce((sum, { amount }) => sum + amount, 0)
}
