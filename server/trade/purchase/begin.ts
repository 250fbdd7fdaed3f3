import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { amountOfLine } from '../../../shared/pricing/line-total.ts'
import { priceCart } from '../../../shared/pricing/price-cart.ts'
import { MAX_EXTENSIONS } from '../../../shared/stock/constants.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { unlessRefused } from '../../platform/http/errors.ts'
import { SHOWN_VERSIONS } from '../../shop/site-pages/queries.ts'
import { readReservationMinutes } from '../../shop/stock/queries.ts'
import { refusedLines, type SellableStock, takeUnits, unitsToReserve } from '../../shop/stock/sell.ts'
import { lockStockOf } from '../../shop/stock/sell-queries.ts'
import { lockCart } from '../cart/queries.ts'
import { checkoutError, productsGone, refusedBy, totalChanged } from '../orders/errors.ts'
import { areChosen, deliveriesFor } from './deliveries.ts'
import type { CartProduct, CheckoutRow, NewCheckout } from './queries.ts'
import * as queries from './queries.ts'

export interface PurchaseAttempt {
  buyerId: string
  request: PlaceOrder
  /** The client's Idempotency-Key, if any. */
  key: string | undefined
}

/** A locked checkout and the locked products of its cart. */
interface BegunCheckout {
  /** `other` for the checkout of another cart or address, whose payment runs. */
  kind: 'new' | 'continued' | 'other'
  row: CheckoutRow
  products: CartProduct[]
}

/**
 * Turns the buyer's cart into a checkout at stored prices, or extends the running one if cart, address and delivery are the
 * same. A repeated key returns its checkout. `reserves` is false when the checkout is placed in the same transaction. Throws
 * AppError 409 for an empty cart, deleted products, a total other than expected, and short stock; 422 for a key of another
 * request.
 */
export async function beginCheckout(
  tx: Tx,
  attempt: PurchaseAttempt,
  { reserves, now }: { reserves: boolean; now: Date },
): Promise<BegunCheckout> {
  const { buyerId, request, key = null } = attempt
  // Pipelined, so in this order.
  const [, known, products] = await Promise.all([
    lockCart(tx, buyerId, now),
    queries.lockCheckouts(tx, { buyerId, key, now }),
    queries.lockCartProducts(tx, { buyerIds: [buyerId] }),
  ])
  const own = known.filter((row) => row.buyer_id === buyerId)
  const keyed = own.find((row) => key !== null && row.idempotency_key === key)
  if (keyed && keyed.request_hash !== hashOf(request).toString('hex'))
    throw checkoutError('idempotency_key_reused', keyed.order_id === null ? undefined : { order_id: keyed.order_id })
  const live = own.find(({ checkout_state }) => checkout_state === 'open' || checkout_state === 'paying')
  const same = keyed ?? (live && isSame(live, request, products, now) ? live : undefined)
  if (same) return { kind: 'continued', row: await extend(tx, attempt, same, now), products }
  if (live?.checkout_state === 'paying') return { kind: 'other', row: live, products }
  const isToEnd = (row: CheckoutRow) =>
    row.checkout_state === 'open' && (row.buyer_id === buyerId || row.expires_at <= now)
  const ids = known.filter(isToEnd).map((row) => row.checkout_id)
  const numbers = products.map((line) => line.product_number)
  await queries.endCheckouts(tx, ids, now, numbers)
  const stock = await lockStockOf(tx, { numbers })
  const [row] = await queries.insertCheckouts(tx, [newCheckout(attempt, products, stock, { reserves })], now)
  if (!row) throw new Error('a checkout was not inserted')
  return { kind: 'new', row, products }
}

/**
 * Locks the carts of different buyers, with products and stock, and returns new checkouts for them. Skips those that
 * would wait for a lock, end or continue another checkout, or be refused.
 */
export async function lockFreeCarts<Attempt extends PurchaseAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  options: { reserves: boolean },
): Promise<{ attempt: Attempt; row: NewCheckout; products: CartProduct[] }[]> {
  const buyerIds = attempts.map(({ buyerId }) => buyerId)
  const locked = await queries.lockFreeCarts(tx, { buyerIds, keys: attempts.map(({ key = null }) => key) })
  const stock = queries.stockIn(locked)
  const byBuyer = Map.groupBy(locked, ({ buyer_id }) => buyer_id)
  return attempts.flatMap((attempt) => {
    const products = byBuyer.get(attempt.buyerId) ?? []
    if (products.length !== products[0]?.in_cart) return []
    const row = unlessRefused(() => newCheckout(attempt, products, stock, options))
    return row ? [{ attempt, row, products }] : []
  })
}

/** Returns a checkout, and takes its units from `stock` so that the rest of the batch sees what is left. */
function newCheckout(
  { buyerId, request, key }: PurchaseAttempt,
  products: readonly CartProduct[],
  stock: readonly SellableStock[],
  { reserves }: { reserves: boolean },
): NewCheckout {
  const { shipping_address, payment_method, expected_total } = request
  if (!products.length) throw checkoutError('cart_empty')
  const gone = products.filter((line) => line.visibility !== 'visible')
  if (gone.length) throw productsGone(gone)
  const lines = products.map((line) => {
    const unit = decimalToCents(line.product_price)
    return { ...line, unit, amount: amountOfLine(unit, line.quantity), reserved: 0 }
  })
  const deliveries = deliveriesFor(lines, request)
  const { charges, total } = priceCart(lines, { deliveries })
  if (expected_total !== undefined && toCents(expected_total) !== total) throw totalChanged(total, products, charges)
  const refused = refusedLines(lines, stock)
  if (refused.length) throw refusedBy(refused, lines)
  const units = unitsToReserve(lines, stock)
  takeUnits(stock, units)
  return {
    checkout_id: randomUUID(),
    buyer_id: buyerId,
    checkout_state: 'open',
    shipping_address,
    payment_method,
    total_count: centsToDecimal(total),
    charges,
    deliveries,
    idempotency_key: key ?? null,
    request_hash: hashOf(request).toString('hex'),
    lines: lines.map(({ product_number, product_id, seller_id, product_name, product_price, amount, quantity }) => ({
      product_number,
      product_id,
      seller_id,
      product_name,
      unit_price: product_price,
      amount: centsToDecimal(amount),
      quantity,
      reserved: reserves ? (units.get(product_number) ?? 0) : 0,
    })),
  }
}

function isSame(
  live: CheckoutRow,
  { expected_total, shipping_address, delivery: choices = [] }: PlaceOrder,
  products: readonly CartProduct[],
  now: Date,
): boolean {
  const unitsOf = (lines: readonly { product_number: number; quantity: number }[]) =>
    new Map(lines.map(({ product_number, quantity }) => [product_number, quantity]))
  const isExpected = expected_total === undefined || toCents(expected_total) === decimalToCents(live.total_count)
  return (
    (live.checkout_state === 'paying' || live.expires_at > now) &&
    isExpected &&
    areChosen(choices, live) &&
    isDeepStrictEqual(live.shipping_address, shipping_address) &&
    isDeepStrictEqual(unitsOf(live.lines), unitsOf(products))
  )
}

/** Extends and returns a checkout that is open, or ends it; while it runs, returns it to a repeat of its last request. */
async function extend(tx: Tx, { request, key }: PurchaseAttempt, live: CheckoutRow, now: Date): Promise<CheckoutRow> {
  const { checkout_id, checkout_state, extensions } = live
  const [isOpen, isOver] = [checkout_state === 'open', live.expires_at <= now]
  if (isOpen && isOver) {
    // The job has not done so yet.
    await queries.endCheckouts(tx, [checkout_id], now)
    return { ...live, checkout_state: 'expired' }
  }
  // An expired checkout does not continue after its payment has ended.
  if (isOver || (!isOpen && checkout_state !== 'paying')) return live
  const repeat = key !== undefined && { idempotency_key: key, request_hash: hashOf(request) }
  const extension = isOpen && {
    payment_method: request.payment_method,
    ...(extensions < MAX_EXTENSIONS && {
      extensions: extensions + 1,
      expires_at: secondsAfter(now, 60 * (await readReservationMinutes(tx))),
    }),
  }
  // A buyer who repeats the request has agreed to what is shown now.
  const change = { ...repeat, ...extension, ...(isOpen && SHOWN_VERSIONS) }
  if (repeat || extension) await queries.changeCheckout(tx, checkout_id, change)
  return { ...live, ...extension }
}

/** Hashes the parsed request, which excludes dropped fields such as card data. */
function hashOf({ shipping_address: to, payment_method, expected_total, delivery }: PlaceOrder): Buffer {
  const fields: unknown[] = [to.fullName, to.address, to.city, to.postalCode, to.country, payment_method]
  if (expected_total !== undefined) fields.push(expected_total)
  if (delivery?.length) fields.push(delivery.map(({ seller, method }) => `${seller} ${method}`).sort())
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
