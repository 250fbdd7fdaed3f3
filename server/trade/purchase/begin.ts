import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { type PricedCart, priceCart } from '../../../shared/pricing/price-cart.ts'
import { MAX_EXTENSIONS } from '../../../shared/stock/constants.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { readReservationMinutes } from '../../platform/data/settings-queries.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { refusedLines, type SellableStock, unitsToReserve } from '../../shop/stock/sell.ts'
import { lockStockOf, reserveUnits } from '../../shop/stock/sell-queries.ts'
import { lockCart } from '../cart/queries.ts'
import { cartEmpty, keyReused, productsGone, refusedBy, totalChanged } from '../orders/errors.ts'
import { paymentRunning } from './errors.ts'
import * as checkouts from './queries.ts'

export interface PurchaseAttempt {
  buyerId: string
  request: PlaceOrder
  /** The browser's Idempotency-Key, if it sent one. */
  key: string | undefined
  clock: Clock
}

/** A checkout that is locked, and the products of the buyer's cart, locked too. */
export interface BegunCheckout {
  row: checkouts.CheckoutRow
  isContinued: boolean
  products: ProductToOrder[]
}

/**
 * `expired`: whether the checkouts that have reserved products of the cart although their time is over, and the buyer's own,
 * may be ended. `reserves`: false when the checkout is placed in the same transaction.
 */
interface Options {
  expired: boolean
  reserves: boolean
}

/**
 * Runs a transaction that begins a checkout; `work` returns undefined where `beginCheckout` did. It runs once more then, and
 * releases what has expired: rare, so that no purchase pays for it.
 */
export async function beginning<T>(db: Db, work: (tx: Tx, expired: boolean) => Promise<T | undefined>): Promise<T> {
  const done = (await inTransaction(db, (tx) => work(tx, false))) ?? (await inTransaction(db, (tx) => work(tx, true)))
  if (done === undefined) throw new Error('a checkout was not begun')
  return done
}

/**
 * Turns the buyer's cart into a checkout at the stored prices, and reserves counted stock: the checkout that runs, extended,
 * when cart and address are the same; otherwise a new one, which ends the one before. With a key, a repeat of the same request
 * returns the same checkout, extended while it runs. Returns undefined, with nothing written, where other checkouts have to be
 * ended first and `expired` is false. Throws AppError 409 for an empty cart, deleted products, a total other than the expected
 * one, short stock and for another cart while a payment runs, 422 for a key of another request.
 */
export async function beginCheckout(
  tx: Tx,
  attempt: PurchaseAttempt,
  { expired, reserves }: Options,
): Promise<BegunCheckout | undefined> {
  const { buyerId, request, key = null, clock } = attempt
  const now = clock()
  // Sent at once, so in this order.
  const [, known, products, seen] = await Promise.all([
    lockCart(tx, buyerId, now),
    checkouts.lockCheckouts(tx, { buyerId, key, now, expired }),
    checkouts.lockCartProducts(tx, buyerId),
    // What is ended first is locked with the rest of the stock.
    expired ? undefined : checkouts.lockCartStock(tx, buyerId),
  ])
  const own = known.filter((row) => row.buyer_id === buyerId)
  const keyed = own.find((row) => key !== null && row.idempotency_key === key)
  if (keyed) return { row: await continueKeyed(tx, attempt, keyed, now), isContinued: true, products }
  const live = own.find(({ checkout_state }) => checkout_state === 'open' || checkout_state === 'paying')
  if (live && isSame(live, request, products, now))
    return { row: await extend(tx, attempt, live, now), isContinued: true, products }
  if (live?.checkout_state === 'paying') throw paymentRunning()
  if (live && !expired) return undefined
  const priced = priceLines(products, request)
  const stock = seen ?? (await endOthers(tx, known, { buyerId, products, now }))
  const lines = priced.lines.map(({ unit: _, amount, product_price, ...line }) => ({
    ...line,
    unit_price: product_price,
    amount: centsToDecimal(amount),
    reserved: 0,
  }))
  const refused = refusedLines(lines, stock)
  if (refused.length && !expired) return undefined
  if (refused.length) throw refusedBy(refused, lines)
  const row = await insert(tx, attempt, { lines, priced, units: reserves ? unitsToReserve(lines, stock) : new Map() })
  return { row, isContinued: false, products }
}

/** Ends those of these checkouts, which are locked, that are open: what they have reserved may be sold. */
async function endOthers(
  tx: Tx,
  known: readonly checkouts.CheckoutRow[],
  { buyerId, products, now }: { buyerId: string; products: readonly ProductToOrder[]; now: Date },
): Promise<SellableStock[]> {
  const isToEnd = (row: checkouts.CheckoutRow) =>
    row.checkout_state === 'open' && (row.buyer_id === buyerId || row.expires_at <= now)
  const ids = known.filter(isToEnd).map((row) => row.checkout_id)
  const numbers = products.map((line) => line.product_number)
  await checkouts.endCheckouts(tx, ids, now, numbers)
  return lockStockOf(tx, numbers)
}

interface Priced {
  lines: (Omit<checkouts.CheckoutLine, 'reserved'> & { reserved: number })[]
  priced: PricedCart
  units: ReadonlyMap<number, number>
}

async function insert(
  tx: Tx,
  { buyerId, request, key, clock }: PurchaseAttempt,
  { lines, priced, units }: Priced,
): Promise<checkouts.CheckoutRow> {
  const checkout = {
    checkout_id: randomUUID(),
    buyer_id: buyerId,
    checkout_state: 'open' as const,
    shipping_address: request.shipping_address,
    payment_method: request.payment_method,
    total_count: centsToDecimal(priced.total),
    idempotency_key: key ?? null,
    request_hash: hashOf(request).toString('hex'),
    created_at: clock(),
    lines: lines.map((line) => ({ ...line, reserved: units.get(line.product_number) ?? 0 })),
  }
  const [expires_at] = await Promise.all([checkouts.insertCheckout(tx, checkout), reserveUnits(tx, units)])
  return { ...checkout, order_id: null, extensions: 0, expires_at, ended_at: null }
}

function priceLines(products: readonly ProductToOrder[], { expected_total, shipping_address }: PlaceOrder) {
  if (!products.length) throw cartEmpty()
  const gone = products.filter((line) => line.visibility !== 'visible')
  if (gone.length) throw productsGone(gone)
  const lines = products.map((line) => ({ ...line, unit: decimalToCents(line.product_price) }))
  const priced = priceCart(lines, { shipping_address })
  if (expected_total !== undefined && toCents(expected_total) !== priced.total)
    throw totalChanged(priced.total, products)
  return priced
}

async function continueKeyed(
  tx: Tx,
  attempt: PurchaseAttempt,
  keyed: checkouts.CheckoutRow,
  now: Date,
): Promise<checkouts.CheckoutRow> {
  if (keyed.request_hash !== hashOf(attempt.request).toString('hex')) throw keyReused(keyed.order_id)
  const isOver = keyed.checkout_state === 'open' && keyed.expires_at <= now
  // Unless the job has ended it, so that the caller learns that its time is over.
  if (isOver) await checkouts.endCheckouts(tx, [keyed.checkout_id], now)
  return extend(tx, attempt, isOver ? { ...keyed, checkout_state: 'expired' } : keyed, now)
}

function isSame(
  live: checkouts.CheckoutRow,
  { expected_total, shipping_address }: PlaceOrder,
  products: readonly ProductToOrder[],
  now: Date,
): boolean {
  const unitsOf = (lines: readonly { product_number: number; quantity: number }[]) =>
    new Map(lines.map(({ product_number, quantity }) => [product_number, quantity]))
  const isExpected = expected_total === undefined || toCents(expected_total) === decimalToCents(live.total_count)
  return (
    (live.checkout_state === 'paying' || live.expires_at > now) &&
    isExpected &&
    isDeepStrictEqual(live.shipping_address, shipping_address) &&
    isDeepStrictEqual(unitsOf(live.lines), unitsOf(products))
  )
}

/** Extends a checkout if it is open, and returns it. While it runs, a repeat of the last request returns it. */
async function extend(
  tx: Tx,
  { request, key }: PurchaseAttempt,
  live: checkouts.CheckoutRow,
  now: Date,
): Promise<checkouts.CheckoutRow> {
  const { checkout_id, checkout_state, extensions } = live
  // Of one whose time is over, nothing is continued once its payment has ended.
  const isRunning = checkout_state === 'open' || (checkout_state === 'paying' && live.expires_at > now)
  const hash = hashOf(request)
  const isExtended = checkout_state === 'open' && extensions < MAX_EXTENSIONS
  const extension = {
    ...(checkout_state === 'open' && { payment_method: request.payment_method }),
    ...(isExtended && { extensions: extensions + 1, expires_at: await endOf(tx, now) }),
  }
  const repeat = isRunning && key !== undefined && { idempotency_key: key, request_hash: hash }
  const change = { ...repeat, ...extension }
  if (Object.keys(change).length) await checkouts.changeCheckout(tx, checkout_id, change)
  return { ...live, ...extension, ...(repeat && { idempotency_key: key ?? null, request_hash: hash.toString('hex') }) }
}

async function endOf(tx: Tx, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await readReservationMinutes(tx)) * 60_000)
}

/** Hashes the parsed request; dropped fields such as card data are not part of it. */
function hashOf({ shipping_address: to, payment_method, expected_total }: PlaceOrder): Buffer {
  const fields: unknown[] = [to.fullName, to.address, to.city, to.postalCode, to.country, payment_method]
  if (expected_total !== undefined) fields.push(expected_total)
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
