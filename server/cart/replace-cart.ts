import type { Tx } from '../../db/tables.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import { PRODUCT_ID_PATTERN } from '../../shared/catalog/constants.ts'
import { findProductNumbers } from '../catalog/purchase-queries.ts'
import * as queries from './queries.ts'

/**
 * Replaces the buyer's cart by one that a client sent whole, by the rules of single lines: a quantity of 0 or less removes
 * a line. Throws what `refused` makes of a reason that names the products or quantities; then nothing is changed.
 */
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
  await queries.replaceLines(tx, buyerId, lines, now)
}

/** Returns the lines with a quantity, by product id. */
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
