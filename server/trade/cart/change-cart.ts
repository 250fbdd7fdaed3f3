import { inTransaction, retryConflicts } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { AppError } from '../../platform/http/errors.ts'
import { productNumberOf } from '../../shop/catalog/products/catalog-changes.ts'
import { productError } from '../../shop/catalog/products/errors.ts'
import { sellingError } from '../../shop/stock/errors.ts'
import { releaseExpired } from '../../shop/stock/sell-queries.ts'
import { addToLines, type CartChange, removeLines, setLines } from './change-queries.ts'
import { cartError } from './errors.ts'
import { cartFrom, lockCart, readCart } from './queries.ts'

export interface ChangedLine {
  userId: string
  productId: string
  quantity: number
  now: Date
}

const REFUSALS = {
  product_not_found: () => productError('product_not_found'),
  sold_out: () => sellingError('sold_out'),
  too_many: ({ max_per_order }: CartChange) => sellingError('too_many', { max_per_order: max_per_order ?? 0 }),
  quantity_too_large: () => cartError('quantity_too_large'),
  cart_full: () => cartError('cart_full'),
}

/** Adds to a line, batched with concurrent requests; returns the cart. Throws AppError 404 and 409. */
export const addItem = createBatchedWrite<{ db: Db }, ChangedLine, Cart>({
  limit: 32,
  keyOf: ({ userId }) => userId,
  batch: async ({ db }, lines) => {
    const changes = await retryConflicts(() => addToLines(db, columnsOf(lines)))
    const byUser = new Map(changes.map((change) => [change.user_id, change]))
    return new Map(
      lines.flatMap((line) => {
        const change = byUser.get(line.userId)
        return change && !change.refusal ? [[line, cartFrom(change.lines)] as const] : []
      }),
    )
  },
  single: async ({ db }, line) => {
    const add = () => inTransaction(db, (tx) => changeLine(tx, line, addToLines))
    try {
      return await add()
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'sold_out')) throw error
      // Stock may be held by checkouts that have expired but are not released yet.
      await releaseExpired(db, [productNumberOf(line.productId)], line.now)
      return add()
    }
  },
})

/** Sets a line; a quantity of 0 or less removes it. Returns the cart. Throws AppError 404 and 409. */
export function setQuantity(db: Db, line: ChangedLine): Promise<Cart> {
  if (line.quantity <= 0) return removeFromCart(db, line)
  return inTransaction(db, (tx) => changeLine(tx, line, setLines))
}

/** Removes the line of a product, or every line; returns the cart. */
export function removeFromCart(db: Db, { userId, productId, now }: { userId: string; productId?: string; now: Date }) {
  const productNumber = productId === undefined ? null : productNumberOf(productId)
  return inTransaction(db, async (tx) => {
    const [, , cart] = await Promise.all([
      lockCart(tx, userId, now),
      removeLines(tx, { userId, productNumber }),
      readCart(tx, userId),
    ])
    return cart
  })
}

function columnsOf(lines: readonly ChangedLine[]) {
  return {
    users: lines.map(({ userId }) => userId),
    products: lines.map(({ productId }) => productId),
    quantities: lines.map(({ quantity }) => quantity),
    now: lines[0]?.now ?? new Date(0),
  }
}

async function changeLine(tx: Tx, line: ChangedLine, change: typeof addToLines): Promise<Cart> {
  const [, [done]] = await Promise.all([lockCart(tx, line.userId, line.now), change(tx, columnsOf([line]))])
  if (!done) throw new Error('the change of a cart returned no row')
  if (done.refusal) throw REFUSALS[done.refusal](done)
  return cartFrom(done.lines)
}
