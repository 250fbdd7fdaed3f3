/** Locked stock of a tracked product. */
export interface SellableStock {
  product_number: number
  on_hand: number
  reserved: number
  backorder: boolean
  max_per_order: number | null
}

/** A product that cannot be sold in this quantity. */
export interface Refused {
  product_number: number
  available: number
  /** Set when the quantity exceeds the limit per order. */
  max_per_order: number | null
}

interface Line {
  product_number: number
  quantity: number
  /** Units that its own checkout has reserved. */
  reserved: number
}

/** Returns the lines that cannot be sold from this stock. Products without stock are untracked. */
export function refusedLines(lines: readonly Line[], stock: readonly SellableStock[]): Refused[] {
  const byNumber = new Map(stock.map((one) => [one.product_number, one]))
  const refused = lines.flatMap(({ product_number, quantity, reserved }) => {
    const counted = byNumber.get(product_number)
    if (!counted) return []
    const { backorder, max_per_order } = counted
    const available = availableOf(counted, reserved)
    const isAboveLimit = reserved === 0 && max_per_order !== null && quantity > max_per_order
    if (!isAboveLimit && (backorder || available >= quantity)) return []
    return [{ product_number, available: Math.max(available, 0), max_per_order: isAboveLimit ? max_per_order : null }]
  })
  return refused.sort((one, other) => one.product_number - other.product_number)
}

/** Returns the units to reserve per tracked product; of a backorder only those on hand. */
export function unitsToReserve(
  lines: readonly { product_number: number; quantity: number }[],
  stock: readonly SellableStock[],
): Map<number, number> {
  const quantities = new Map(lines.map(({ product_number, quantity }) => [product_number, quantity]))
  return new Map(
    stock.map((counted) => {
      const quantity = quantities.get(counted.product_number) ?? 0
      const units = counted.backorder ? Math.min(quantity, Math.max(availableOf(counted, 0), 0)) : quantity
      return [counted.product_number, units]
    }),
  )
}

/** Subtracts units from `stock`, so that the next order of the batch sees what is left. */
export function takeUnits(stock: readonly SellableStock[], units: ReadonlyMap<number, number>): void {
  for (const counted of stock) counted.on_hand -= units.get(counted.product_number) ?? 0
}

const availableOf = ({ on_hand, reserved }: SellableStock, own: number) => on_hand - reserved + own
