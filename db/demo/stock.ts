import { DEFAULT_LOW_AT } from '../../shared/stock/constants.ts'
import { demoSellers } from './accounts.ts'
import { DAY_MS, type OrderBook } from './generate-orders.ts'
import { type ShelvedProduct, shelvedProducts } from './products/shelves.ts'
import { createRandom } from './random.ts'

const SEED = 20_261
/** Before the first order. */
const COUNTED_DAYS_AGO = 41

/** What is left of the products that are not plentiful; none of them is on the home page. */
const SCARCE: Readonly<Record<string, { on_hand: number; backorder?: true }>> = {
  'Clearbud Go True Wireless Earbuds': { on_hand: 3 },
  'Throne Five Gaming Chair': { on_hand: 2 },
  'Pocket Quest Handheld Console': { on_hand: 0 },
  'Drift Platform Bed 160 × 200 cm': { on_hand: 0, backorder: true },
}

export interface StockRow {
  product_number: number
  on_hand: number
  backorder: boolean
  low_at: number
  flash_start: number | null
  counted_since: Date
}

export interface MovementRow {
  product_number: number
  change: number
  on_hand_after: number
  reason: 'counted' | 'sold'
  order_number: number | null
  by_user: string | null
  created_at: Date
}

/** Returns the stock of about a third of the products, as it is after the orders, and how it came to be that. */
export function demoStock(book: OrderBook, now: Date): { stock: StockRow[]; movements: MovementRow[] } {
  const random = createRandom(SEED)
  const stock: StockRow[] = []
  const movements: MovementRow[] = []
  const counted_since = new Date(now.getTime() - COUNTED_DAYS_AGO * DAY_MS)
  const orderTimes = new Map(book.orders.map(({ order_number, created_at }) => [order_number, created_at]))
  for (const { number: product_number, product, shelf } of shelvedProducts.filter(isCounted)) {
    const plenty = product.flash ? random.whole(8, 16) : random.whole(14, 80)
    const { on_hand = plenty, backorder = false } = SCARCE[product.name] ?? {}
    const sales = book.lines
      .filter((line) => line.product_number === product_number)
      .map((line) => ({ ...line, created_at: orderTimes.get(line.order_number) ?? now }))
    let left = on_hand + sales.reduce((units, { quantity }) => units + quantity, 0)
    const move = (row: Pick<MovementRow, 'change' | 'reason' | 'order_number' | 'by_user' | 'created_at'>) =>
      movements.push({ product_number, on_hand_after: left, ...row })
    const by_user = demoSellers[shelf.seller].user_id
    move({ change: left, reason: 'counted', order_number: null, by_user, created_at: counted_since })
    // Their sale began as they were counted: so the shop shows shares that differ.
    const flash_start = product.flash ? left : null
    for (const { order_number, quantity, created_at } of sales) {
      left -= quantity
      move({ change: -quantity, reason: 'sold', order_number, by_user: null, created_at })
    }
    stock.push({ product_number, on_hand, backorder, low_at: DEFAULT_LOW_AT, flash_start, counted_since })
  }
  // Numbered in the order of their times, as they would have been.
  movements.sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
  return { stock, movements }
}

/** The shelves take turns, so that each has some that are counted. */
function isCounted({ number, product }: ShelvedProduct): boolean {
  return product.name in SCARCE || (number + Math.floor(number / 15)) % 3 === 0
}
