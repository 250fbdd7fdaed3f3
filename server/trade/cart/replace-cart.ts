import type { Tx } from '../../../db/tables.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { sellingErrors } from '../../../shared/stock/errors.ts'
import { findProductNumbers } from '../../shop/catalog/products/purchase-queries.ts'
import { listOrderLimits } from '../../shop/stock/queries.ts'
import * as queries from './queries.ts'

/** Replaces the buyer's cart; a refused line throws the error of `refused` and changes nothing. */
export async function replaceCart(
  tx: Tx,
  { buyerId, sent, now }: { buyerId: string; sent: unknown; now: Date },
  refused: (reason: string) => Error,
): Promise<void> {
  const cart = readSentCart(sent, refused)
  await queries.lockCart(tx, buyerId, now)
  const numbers = await findProductNumbers(tx, [...cart.keys()])
  const unknown = [...cart.keys()].filter((productId) => !numbers.has(productId))
  if (unknown.length) throw refused(`not in the shop: ${unknown.join(', ')}`)
  const lines = [...cart].flatMap(([productId, quantity]) => {
    const product_number = numbers.get(productId)
    return product_number === undefined ? [] : [{ product_number, quantity }]
  })
  const limited = await findLimited(tx, buyerId, lines)
  if (limited) throw refused(limited)
  await queries.replaceLines(tx, buyerId, lines, now)
}

async function findLimited(tx: Tx, buyerId: string, lines: readonly queries.CartLine[]): Promise<string | undefined> {
  const limits = await listOrderLimits(
    tx,
    lines.map(({ product_number }) => product_number),
  )
  if (!limits.size) return undefined
  const present = new Map(
    (await queries.listCartLines(tx, { userId: buyerId })).map(({ product_number, quantity }) => [
      product_number,
      quantity,
    ]),
  )
  for (const { product_number, quantity } of lines) {
    const limit = limits.get(product_number)
    const isRaised = quantity > (present.get(product_number) ?? 0)
    if (limit !== undefined && isRaised && quantity > limit)
      return sellingErrors.too_many.text({ max_per_order: limit })
  }
  return undefined
}

function readSentCart(sent: unknown, refused: (reason: string) => Error): Map<string, number> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw refused('must be an object of quantities by product id')
  const lines = Object.entries(sent)
  if (lines.length > MAX_CART_LINES) throw refused(`at most ${MAX_CART_LINES} lines`)
  const malformed = lines.filter(([productId]) => !PRODUCT_ID_PATTERN.test(productId))
  if (malformed.length) throw refused(`not in the shop: ${malformed.map(([id]) => id.slice(0, 50)).join(', ')}`)
  const wrong = lines.filter(([, quantity]) => !Number.isInteger(quantity) || quantity > MAX_LINE_QUANTITY)
  if (wrong.length)
    throw refused(`whole numbers up to ${MAX_LINE_QUANTITY}, not for ${wrong.map(([id]) => id).join(', ')}`)
  return new Map(lines.filter(([, quantity]) => quantity > 0))
}
