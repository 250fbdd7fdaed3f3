import { createHash } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents, toCents, toDollars } from '../../../shared/kernel/money.ts'
import type { Order, PlaceOrder } from '../../../shared/orders/schema.ts'
import { priceCart } from '../../../shared/pricing/price-cart.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { endCheckouts, lockEndedCheckouts } from '../../shop/stock/reservation-queries.ts'
import type { Refused } from '../../shop/stock/take-queries.ts'
import { listCartLines, lockCart } from '../cart/queries.ts'
import { cartEmpty, keyInUse, keyReused, productsGone, refusedBy, totalChanged } from './errors.ts'
import {
  type Checkout,
  findAnswered,
  insertOrder,
  insertOrderInTransaction,
  lockCheckout,
  type NewOrder,
} from './place-order-queries.ts'

export interface OrderAttempt {
  buyerId: string
  request: PlaceOrder
  /** The browser's Idempotency-Key, if it sent one. */
  key: string | undefined
  clock: Clock
}

/**
 * Turns the buyer's cart into an order, in one transaction and at the stored prices; returns it after the commit. With a
 * key, a repeat of the same request returns what the first one did. Throws AppError 409 for an empty cart, for deleted
 * products, for a total other than the expected one, for products whose stock is short and for a key in use, 422 for a key
 * of another request.
 */
export async function placeOrder(db: Db, attempt: OrderAttempt): Promise<Order> {
  const placed = await inTransaction(db, (tx) => placeAtOnce(tx, attempt))
  if ('order' in placed) return placed.order
  // Rare, so that no order pays for it: another look, after what expired checkouts and the buyer's own have reserved is released.
  return inTransaction(db, (tx) => placeAfterRelease(tx, attempt))
}

/** An order, or why it has to wait for a release: no lines are refused when the buyer has a checkout that runs. */
type Attempted = { order: Order } | { refused: Refused[]; lines: readonly ProductToOrder[] }

async function placeAtOnce(tx: Tx, attempt: OrderAttempt): Promise<Attempted> {
  const { lines, earlier, has_checkout } = await lockPresent(tx, attempt)
  if (earlier) return { order: repeatOf(earlier, attempt.request) }
  if (has_checkout) return { refused: [], lines }
  return orderLines(tx, attempt, lines, insertOrder)
}

/** Throws AppError 409 when the stock is short even so: then nothing is released. */
async function placeAfterRelease(tx: Tx, attempt: OrderAttempt): Promise<Order> {
  const { buyerId, clock } = attempt
  const now = clock()
  await lockCart(tx, buyerId, now)
  const productNumbers = (await listCartLines(tx, buyerId)).map((line) => line.product_number)
  const ids = await lockEndedCheckouts(tx, { productNumbers, now, buyerId })
  const { lines, earlier } = await lockPresent(tx, attempt)
  if (earlier) return repeatOf(earlier, attempt.request)
  await endCheckouts(tx, { ids, now, productNumbers })
  const placed = await orderLines(tx, attempt, lines, insertOrderInTransaction)
  if ('order' in placed) return placed.order
  throw refusedBy(placed.refused, placed.lines)
}

async function orderLines(
  tx: Tx,
  attempt: OrderAttempt,
  lines: readonly ProductToOrder[],
  insert: typeof insertOrder,
): Promise<Attempted> {
  const placing = newOrderOf(attempt, lines)
  const placed = await insert(tx, placing)
  if (placed.refused) return { refused: placed.refused, lines }
  const { order_id, created_at } = placed
  return { order: { order_id, created_at, ...placing.order } }
}

/** Returns what is inserted for an order. Throws AppError 409 when the lines cannot be ordered. */
function newOrderOf({ buyerId, request, key, clock }: OrderAttempt, lines: readonly ProductToOrder[]): NewOrder {
  const cents = totalOf(lines, request.expected_total)
  const order = orderOf(buyerId, request, { cents, lines })
  return {
    order,
    lines: withAmounts(lines),
    total: centsToDecimal(cents),
    key,
    requestHash: hashOf(request),
    now: clock(),
  }
}

/** Returns what is known of an order before it is placed. */
export function orderOf(
  buyerId: string,
  { shipping_address, payment_method }: Pick<PlaceOrder, 'shipping_address' | 'payment_method'>,
  { cents, lines }: { cents: number; lines: readonly Omit<ProductToOrder, 'deleted' | 'seller_id'>[] },
): Omit<Order, 'order_id' | 'created_at'> {
  return {
    total_count: toDollars(cents),
    order_state: 'pending' as const,
    products_id: lines.map((line) => line.product_id),
    buyer_id: buyerId,
    shipping_address,
    payment_method,
    lines: lines.map(({ product_id, product_name, product_price, quantity, featured_image }) => ({
      product_id,
      product_name,
      unit_price: Number(product_price),
      quantity,
      featured_image,
    })),
  }
}

/** Returns the cart as it is now, locked. Throws AppError 409 when another request has the key. */
export async function lockPresent(tx: Tx, { buyerId, key, clock }: OrderAttempt): Promise<Checkout> {
  const lock = () => lockCheckout(tx, { buyerId, key, now: clock() })
  const first = await lock()
  if (!first.claimed) throw keyInUse()
  // guard: idempotency-key-lookup
  const checkout = first.is_current ? first : await lock()
  if (!checkout.is_current) throw new Error('a cart has changed although it is locked')
  return checkout
}

/** Returns the total in cents. Throws AppError 409 when the lines cannot be ordered. */
export function totalOf(lines: readonly ProductToOrder[], expectedTotal: number | undefined): number {
  if (!lines.length) throw cartEmpty()
  const gone = lines.filter((line) => line.deleted)
  if (gone.length) throw productsGone(gone)
  const cents = centsOf(lines)
  if (expectedTotal !== undefined && toCents(expectedTotal) !== cents) throw totalChanged(cents, lines)
  return cents
}

/** Returns whether `totalOf` returns a total of these lines. */
export function isOrderable(lines: readonly ProductToOrder[], expectedTotal: number | undefined): boolean {
  if (!lines.length || lines.some((line) => line.deleted)) return false
  return expectedTotal === undefined || toCents(expectedTotal) === centsOf(lines)
}

function centsOf(lines: readonly ProductToOrder[]): number {
  return priced(lines).total
}

function priced(lines: readonly ProductToOrder[]) {
  return priceCart(lines.map((line) => ({ ...line, unit: decimalToCents(line.product_price) })))
}

/** Returns lines with what is paid for each, an exact decimal. */
export function withAmounts(lines: readonly ProductToOrder[]) {
  return priced(lines).lines.map(({ unit: _, amount, ...line }) => ({ ...line, amount: centsToDecimal(amount) }))
}

/** Returns the order that a request with the same key has placed, if any. Throws AppError 422 when it was another request. */
export async function findRepeated(db: Db, { buyerId, key, request }: OrderAttempt): Promise<Order | undefined> {
  const earlier = key === undefined ? undefined : await findAnswered(db, buyerId, key)
  return earlier ? repeatOf(earlier, request) : undefined
}

function repeatOf({ request_hash, answer }: NonNullable<Checkout['earlier']>, request: PlaceOrder): Order {
  if (request_hash !== hashOf(request).toString('hex')) throw keyReused(answer.order_id)
  return answer
}

/** Hashes the parsed request; dropped fields such as card data are not part of it. */
export function hashOf({ shipping_address: to, payment_method, expected_total }: PlaceOrder): Buffer {
  const fields: unknown[] = [to.fullName, to.address, to.city, to.postalCode, to.country, payment_method]
  if (expected_total !== undefined) fields.push(expected_total)
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
