import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { DEFAULT_LOW_AT, MAX_ON_HAND } from '../../../../shared/stock/constants.ts'
import type { ChangeStock, Stock } from '../../../../shared/stock/schema.ts'
import { invalidRequest } from '../../../platform/http/errors.ts'
import { stockError } from '../../stock/errors.ts'
import * as stock from '../../stock/queries.ts'
import { releaseExpired } from '../../stock/sell-queries.ts'
import { catalogChanged, productNumberOf, productsChange } from '../products/catalog-changes.ts'
import { productError } from '../products/errors.ts'
import { lockOwnProduct } from '../products/seller-queries.ts'

interface StockChange {
  sellerId: string
  productId: string
  change: ChangeStock
  now: Date
}

interface LockedChange extends StockChange {
  isFlashSale: boolean
}

type Counting = Extract<ChangeStock, { counted: true }>

/** Starts, changes or stops tracking a product's stock; returns the stock. Throws AppError 400, 404, 409. */
export async function changeStock(db: Db, { sellerId, productId, change, now }: StockChange): Promise<Stock> {
  await releaseExpired(db, [productNumberOf(productId)], now)
  return inTransaction(db, async (tx) => {
    const product = await lockOwnProduct(tx, sellerId, productId)
    if (!product) throw productError('product_not_found')
    return writeStock(tx, { sellerId, productId, change, now, isFlashSale: product.flash_sale })
  })
}

/** Like `changeStock`, for a product that the caller's transaction has locked. */
export async function writeStock(
  tx: Tx,
  { sellerId, productId, change, now, isFlashSale }: LockedChange,
): Promise<Stock> {
  const product_number = productNumberOf(productId)
  const before = await stock.lockStock(tx, product_number)
  const writing = { product_number, by_user: sellerId, created_at: now }
  if (!change.counted) await stopTracking(tx, writing, before)
  else if (before) await changeCounted(tx, writing, before, change)
  else await startTracking(tx, writing, change, isFlashSale)
  const after = await stock.findStock(tx, product_number)
  if (before?.stock_state !== after?.stock_state) await catalogChanged(tx, productsChange([productId]))
  return after ? { counted: true, ...after } : { counted: false }
}

interface Writing {
  product_number: number
  by_user: string
  created_at: Date
}

async function stopTracking(tx: Tx, writing: Writing, before: stock.StockRow | undefined): Promise<void> {
  if (!before) return
  if (before.reserved > 0) throw stockError('stock_reserved', { reserved: before.reserved })
  await stock.insertMovement(tx, { ...writing, change: -before.on_hand, on_hand_after: 0, reason: 'correction' })
  await stock.deleteStock(tx, writing.product_number)
}

async function startTracking(tx: Tx, writing: Writing, change: Counting, isFlashSale: boolean): Promise<void> {
  const on_hand = change.set ?? change.change
  if (on_hand === undefined) throw invalidRequest('set: is required to start tracking')
  if (on_hand < 0) throw invalidRequest('change: must not be negative when tracking starts')
  const { low_at = DEFAULT_LOW_AT, backorder = false, max_per_order = null } = change
  await stock.insertStock(
    tx,
    writing.product_number,
    { on_hand, low_at, backorder, max_per_order },
    { now: writing.created_at, isFlashSale },
  )
  await stock.insertMovement(tx, { ...writing, change: on_hand, on_hand_after: on_hand, reason: 'counted' })
}

async function changeCounted(tx: Tx, writing: Writing, before: stock.StockRow, change: Counting): Promise<void> {
  const { low_at = before.low_at, backorder = before.backorder, max_per_order = before.max_per_order } = change
  if (change.set !== undefined && change.seen !== undefined && change.seen !== before.on_hand)
    throw stockError('stock_changed', { on_hand: before.on_hand })
  const on_hand = change.set ?? before.on_hand + (change.change ?? 0)
  // Cancelled and returned units may have raised it further than a seller may.
  if (Math.abs(on_hand) > Math.max(MAX_ON_HAND, Math.abs(before.on_hand)))
    throw invalidRequest(`change: the stock would exceed ${MAX_ON_HAND}`)
  if (!backorder && on_hand < before.reserved) throw refusalOf(before, { on_hand, backorder })
  await stock.updateStock(tx, writing.product_number, { on_hand, low_at, backorder, max_per_order })
  const moved = { change: on_hand - before.on_hand, on_hand_after: on_hand }
  await stock.insertMovement(tx, { ...writing, ...moved, reason: change.set === undefined ? 'correction' : 'counted' })
}

function refusalOf(before: stock.StockRow, after: { on_hand: number; backorder: boolean }): Error {
  if (before.backorder && !after.backorder) return stockError('stock_owed')
  if (before.reserved > 0) return stockError('stock_reserved', { reserved: before.reserved })
  return invalidRequest('change: there would be less than nothing')
}
