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
import { AppError } from '../../platform/http/errors.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { refusedLines, type SellableStock, takeLines, unitsToReserve } from '../../shop/stock/sell.ts'
import { lockStockOf, reserveUnits } from '../../shop/stock/sell-queries.ts'
import { lockCart } from '../cart/queries.ts'
import { cartEmpty, keyReused, productsGone, refusedBy, totalChanged } from '../orders/errors.ts'
import { insertPaymentsLast, type NewPayment, type PaymentRow } from '../payments/queries.ts'
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
    checkouts.lockCartProducts(tx, [buyerId]),
    // What is ended first is locked with the rest of the stock.
    expired ? undefined : checkouts.lockCartStock(tx, [buyerId]),
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
  if (priced instanceof AppError) throw priced
  const stock = seen ?? (await endOthers(tx, known, { buyerId, products, now }))
  const refused = refusedLines(priced.lines, stock)
  if (refused.length && !expired) return undefined
  if (refused.length) throw refusedBy(refused, priced.lines)
  const [row] = await insert(tx, [newCheckout(attempt, priced, reserves ? stock : [])], now)
  return row && { row, isContinued: false, products }
}

/** A checkout that may be inserted; `payment` where it is to be paid first. */
export interface Ready<Attempt> {
  attempt: Attempt
  checkout: checkouts.NewCheckout
  products: ProductToOrder[]
  payment: NewPayment | null
}

/**
 * Locks the carts of different buyers, with products and stock, and returns new checkouts for them; leaves out those that would
 * wait for a cart or a product, end or continue another checkout or be refused, and those for which `paymentOf` returns undefined. With a
 * payment a checkout reserves what it sells; with null it is to be placed in the same transaction.
 */
export async function lockTogether<Attempt extends PurchaseAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  paymentOf: (attempt: Attempt, checkout: checkouts.NewCheckout) => NewPayment | null | undefined,
): Promise<Ready<Attempt>[]> {
  const buyerIds = attempts.map(({ buyerId }) => buyerId)
  const keys = attempts.map(({ key = null }) => key)
  // Sent at once, so in this order.
  const [buyers, { products, stock }] = await Promise.all([
    checkouts.lockCartsToOrder(tx, { buyerIds, keys }),
    checkouts.lockFreeProducts(tx, buyerIds),
  ])
  const byBuyer = Map.groupBy(products, ({ buyer_id }) => buyer_id)
  return attempts.flatMap((attempt) => {
    const { buyerId, request } = attempt
    const cart = byBuyer.get(buyerId) ?? []
    if (!buyers.has(buyerId) || cart.length !== cart[0]?.in_cart) return []
    const priced = priceLines(cart, request)
    if (priced instanceof AppError || refusedLines(priced.lines, stock).length) return []
    const reserving = newCheckout(attempt, priced, stock)
    const payment = paymentOf(attempt, reserving)
    if (payment === undefined) return []
    const units = payment
      ? reserving.lines.map((line) => ({ ...line, quantity: line.reserved, reserved: 0 }))
      : priced.lines
    takeLines(units, stock)
    const checkout = payment
      ? { ...reserving, checkout_state: 'paying' as const }
      : { ...newCheckout(attempt, priced, []), checkout_state: 'placed' as const }
    return [{ attempt, checkout, products: cart, payment }]
  })
}

/** Inserts checkouts that are being paid, with their payments, and commits; returns both by attempt. */
export async function insertPaying<Attempt>(
  tx: Tx,
  ready: readonly Ready<Attempt>[],
  now: Date,
): Promise<Map<Attempt, { row: checkouts.CheckoutRow; payment: PaymentRow }>> {
  if (!ready.length) return new Map()
  // Sent at once, so in this order.
  const [rows, payments] = await Promise.all([
    insert(
      tx,
      ready.map(({ checkout }) => checkout),
      now,
    ),
    insertPaymentsLast(
      tx,
      ready.flatMap(({ payment }) => payment ?? []),
    ),
  ])
  return new Map(
    ready.flatMap(({ attempt }, index) => {
      const row = rows[index]
      const payment = row && payments.get(row.checkout_id)
      return payment ? [[attempt, { row, payment }]] : []
    }),
  )
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

interface Priced extends PricedCart {
  lines: (PricedCart['lines'][number] & ProductToOrder & { unit_price: string; reserved: number })[]
}

/** Returns a checkout that reserves units of this stock. */
function newCheckout(
  { buyerId, request, key }: PurchaseAttempt,
  { lines, charges, total }: Priced,
  stock: readonly SellableStock[],
): checkouts.NewCheckout {
  const units = unitsToReserve(lines, stock)
  return {
    checkout_id: randomUUID(),
    buyer_id: buyerId,
    checkout_state: 'open',
    shipping_address: request.shipping_address,
    payment_method: request.payment_method,
    total_count: centsToDecimal(total),
    charges,
    idempotency_key: key ?? null,
    request_hash: hashOf(request).toString('hex'),
    lines: lines.map(({ product_number, product_id, seller_id, product_name, unit_price, amount, quantity }) => ({
      product_number,
      product_id,
      seller_id,
      product_name,
      unit_price,
      amount: centsToDecimal(amount),
      quantity,
      reserved: units.get(product_number) ?? 0,
    })),
  }
}

async function insert(tx: Tx, begun: readonly checkouts.NewCheckout[], now: Date): Promise<checkouts.CheckoutRow[]> {
  const units = new Map<number, number>()
  for (const { lines } of begun)
    for (const { product_number, reserved } of lines)
      if (reserved) units.set(product_number, (units.get(product_number) ?? 0) + reserved)
  const [ends] = await Promise.all([checkouts.insertCheckouts(tx, begun, now), reserveUnits(tx, units)])
  return begun.map((checkout) => {
    const expires_at = ends.get(checkout.checkout_id)
    if (!expires_at) throw new Error('a checkout was not inserted')
    return { ...checkout, order_id: null, extensions: 0, expires_at, ended_at: null }
  })
}

/** Returns the prices of a cart, or why it is not ordered at them. */
function priceLines(
  products: readonly ProductToOrder[],
  { expected_total, shipping_address }: PlaceOrder,
): Priced | AppError {
  if (!products.length) return cartEmpty()
  const gone = products.filter((line) => line.visibility !== 'visible')
  if (gone.length) return productsGone(gone)
  const lines = products.map((line) => ({
    ...line,
    unit: decimalToCents(line.product_price),
    unit_price: line.product_price,
    reserved: 0,
  }))
  const priced = priceCart(lines, { shipping_address })
  if (expected_total !== undefined && toCents(expected_total) !== priced.total)
    return totalChanged(priced.total, products)
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
