import { defineMessages } from '../kernel/define-messages.ts'
import type { StockState } from './constants.ts'

export const stockMessages = defineMessages('stock', {
  inStock: 'In stock',
  onlyLeft: 'Only {left, number} left',
  soldOut: 'Sold out',
  onBackorder: 'On backorder',
  shareLeft: '{percent}% left',
})

interface ShownStock {
  stock_state?: StockState | undefined
  stock_left?: number | undefined
}

/** Returns the text of a product's stock; undefined when it is not tracked. */
export function stockText({ stock_state, stock_left = 0 }: ShownStock): string | undefined {
  if (stock_state === 'in') return stockMessages.inStock
  return stock_state === 'backorder' ? stockMessages.onBackorder : scarceText({ stock_state, stock_left })
}

/** Returns the text of a low or sold-out product; undefined for others. */
export function scarceText({ stock_state, stock_left = 0 }: ShownStock): string | undefined {
  if (stock_state === 'out') return stockMessages.soldOut
  return stock_state === 'low' ? stockMessages.onlyLeft({ left: stock_left }) : undefined
}
