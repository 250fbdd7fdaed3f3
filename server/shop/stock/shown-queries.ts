import { type RawBuilder, sql } from 'kysely'
import type { StockState } from '../../../shared/stock/constants.ts'

export interface ShownStock {
  state: StockState
  /** Null unless the state is `low`: higher numbers are private to the seller. */
  left: number | null
  /** Per cent of the stock at the start of the flash sale. */
  share: number | null
}

/** SQL for the public stock of `products.product_number`; null when not tracked. */
export const shownStock = sql<ShownStock | null>`(
  select json_build_object(
    'state', stock_state, 'left', case when stock_state = 'low' then on_hand - reserved end,
    'share', case when flash_start > 0 then least(100, 100 * greatest(on_hand - reserved, 0)::bigint / flash_start) end)
  from stock where stock.product_number = products.product_number)`

export function stockFields(stock: ShownStock | null): {
  stock_state?: StockState
  stock_left?: number
  stock_share?: number
} {
  if (!stock) return {}
  const { state, left, share } = stock
  return {
    stock_state: state,
    ...(left !== null && { stock_left: left }),
    ...(share !== null && { stock_share: share }),
  }
}

export function isOutOfStock(productNumber: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from stock where stock.product_number = ${productNumber} and stock_state = 'out')`
}
