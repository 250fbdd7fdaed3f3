import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { centsToDecimal, decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { MAX_EXTENSIONS } from '../../../shared/stock/constants.ts'
import { readReservationMinutes } from '../../platform/data/settings-queries.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import * as reservations from '../../shop/stock/reservation-queries.ts'
import { type NewCheckout, reserveCheckout } from '../../shop/stock/reserve-queries.ts'
import { listCartLines, lockCart } from '../cart/queries.ts'
import { keyReused, refusedBy } from '../orders/errors.ts'
import { hashOf, lockPresent, type OrderAttempt, totalOf, withAmounts } from '../orders/place-order.ts'
import { paymentRunning } from './errors.ts'
import { toCheckout } from './read-checkout.ts'

/** Throws AppError for a total that cannot be paid by this method; the total is an exact decimal. */
export type RequireAmount = (method: PlaceOrder['payment_method'], total: string) => void

export interface BegunCheckout {
  row: reservations.CheckoutRow
  isContinued: boolean
}

/**
 * Reserves what is in the buyer's cart and returns the checkout: the one that runs, extended, when cart and address are the
 * same; otherwise a new one, which ends the one before. With a key, a repeat of the same request returns the same checkout,
 * extended while it runs, also once it is over. Throws AppError 409 as placing an order does, 422 for a key of another request.
 * `requireAmount` throws for a total that cannot be paid.
 */
export async function beginCheckout(
  db: Db,
  attempt: OrderAttempt,
  requireAmount?: RequireAmount,
): Promise<{ checkout: Checkout; isContinued: boolean }> {
  const { row, isContinued } = await inTransaction(db, async (tx) => {
    const begun = await beginCheckoutIn(tx, attempt)
    requireAmount?.(attempt.request.payment_method, begun.row.total_count)
    return begun
  })
  return { checkout: toCheckout(row), isContinued }
}

/** The same in a transaction. Throws AppError 409 also for a checkout of another cart that is being paid. */
export async function beginCheckoutIn(tx: Tx, attempt: OrderAttempt): Promise<BegunCheckout> {
  const { buyerId, request, key, clock } = attempt
  const now = clock()
  await lockCart(tx, buyerId, now)
  const { live, keyed } = await reservations.findCheckoutsOf(tx, buyerId, key)
  if (keyed) return continueKeyed(tx, attempt, { keyed, now })
  const cart = await listCartLines(tx, buyerId)
  if (live && isSame(live, { request, cart, now })) {
    const locked = await reservations.lockCheckoutRow(tx, buyerId, live.checkout_id)
    // Unless the job has ended it meanwhile. Who begins to pay it does not wait for the cart.
    if (locked?.checkout_state === 'open' || locked?.checkout_state === 'paying')
      return extend(tx, attempt, { live: locked, now })
  }
  if (live?.checkout_state === 'paying') throw paymentRunning()
  return begin(tx, attempt, { live, productNumbers: cart.map((line) => line.product_number), now })
}

async function continueKeyed(
  tx: Tx,
  attempt: OrderAttempt,
  { keyed, now }: { keyed: reservations.CheckoutRow; now: Date },
): Promise<BegunCheckout> {
  if (keyed.request_hash !== hashOf(attempt.request).toString('hex')) throw keyReused(keyed.order_id)
  const locked = await reservations.lockCheckoutRow(tx, attempt.buyerId, keyed.checkout_id)
  if (!locked) throw new Error('a checkout of a cart that is locked is missing')
  const isOver = locked.checkout_state === 'open' && locked.expires_at <= now
  // Unless the job has ended it, so that the caller learns that its time is over.
  if (isOver) await reservations.endCheckouts(tx, { ids: [locked.checkout_id], now })
  return extend(tx, attempt, { live: isOver ? { ...locked, checkout_state: 'expired' } : locked, now })
}

interface CartLine {
  product_number: number
  quantity: number
}

function isSame(
  live: reservations.CheckoutRow,
  { request, cart, now }: { request: PlaceOrder; cart: CartLine[]; now: Date },
): boolean {
  const byNumber = (lines: CartLine[]) =>
    lines
      .map(({ product_number, quantity }) => ({ product_number, quantity }))
      .sort((one, other) => one.product_number - other.product_number)
  const { expected_total } = request
  const isExpected = expected_total === undefined || toCents(expected_total) === decimalToCents(live.total_count)
  return (
    (live.checkout_state === 'paying' || live.expires_at > now) &&
    isExpected &&
    isDeepStrictEqual(live.shipping_address, request.shipping_address) &&
    isDeepStrictEqual(byNumber(live.lines), byNumber(cart))
  )
}

/** Extends a checkout if it is open, and returns it. While it runs, a repeat of the last request returns it. */
async function extend(
  tx: Tx,
  { buyerId, request, key }: OrderAttempt,
  { live, now }: { live: reservations.CheckoutRow; now: Date },
): Promise<BegunCheckout> {
  const { checkout_id, checkout_state, extensions } = live
  // Of one whose time is over, nothing is continued once its payment has ended.
  const isRunning = checkout_state === 'open' || (checkout_state === 'paying' && live.expires_at > now)
  const repeat = isRunning && key !== undefined && { idempotency_key: key, request_hash: hashOf(request) }
  const isExtended = extensions < MAX_EXTENSIONS
  const extension = checkout_state === 'open' && {
    extensions: isExtended ? extensions + 1 : extensions,
    expires_at: isExtended ? await endOf(tx, now) : live.expires_at,
    payment_method: request.payment_method,
  }
  const change = { ...repeat, ...extension }
  if (Object.keys(change).length) await reservations.changeCheckout(tx, checkout_id, change)
  const row = await reservations.findCheckout(tx, buyerId, checkout_id)
  if (!row) throw new Error('a checkout that is locked is missing')
  return { row, isContinued: true }
}

async function begin(
  tx: Tx,
  attempt: OrderAttempt,
  { live, productNumbers, now }: { live: reservations.CheckoutRow | undefined; productNumbers: number[]; now: Date },
): Promise<BegunCheckout> {
  const ids = await reservations.lockEndedCheckouts(tx, { productNumbers, now, buyerId: attempt.buyerId })
  if (live && !ids.includes(live.checkout_id)) await requireNoneLeft(tx, attempt.buyerId)
  const { lines } = await lockPresent(tx, { ...attempt, key: undefined })
  const checkout = newCheckoutOf(attempt, lines, now)
  await reservations.endCheckouts(tx, { ids, now, productNumbers })
  const reserved = await reserveCheckout(tx, checkout)
  if (reserved.refused) throw refusedBy(reserved.refused, lines)
  return { row: reserved.row, isContinued: false }
}

/** Throws AppError 409 when the checkout that was to be ended has come to be paid, rather than being ended by the job. */
async function requireNoneLeft(tx: Tx, buyerId: string): Promise<void> {
  const { live } = await reservations.findCheckoutsOf(tx, buyerId, undefined)
  if (live) throw paymentRunning()
}

/** Locks the cart and returns its checkout, yet to begin; undefined where more is to do. Throws AppError 409. */
export async function drawUpCheckout(tx: Tx, attempt: OrderAttempt): Promise<NewCheckout | undefined> {
  const { buyerId, key, clock } = attempt
  // Sent at once: the second one begins when the first one has the lock.
  const [{ lines, has_checkout }, isKnown] = await Promise.all([
    lockPresent(tx, { ...attempt, key: undefined }),
    key !== undefined && reservations.isCheckoutKey(tx, buyerId, key),
  ])
  return has_checkout || isKnown ? undefined : newCheckoutOf(attempt, lines, clock())
}

/** Returns the checkout of lines, which is yet to be begun. Throws AppError 409 when they cannot be ordered. */
export function newCheckoutOf(
  { buyerId, request, key }: OrderAttempt,
  lines: ProductToOrder[],
  now: Date,
): NewCheckout {
  const cents = totalOf(lines, request.expected_total)
  return {
    checkout_id: randomUUID(),
    buyer_id: buyerId,
    shipping_address: request.shipping_address,
    payment_method: request.payment_method,
    total_count: centsToDecimal(cents),
    idempotency_key: key ?? null,
    request_hash: hashOf(request),
    created_at: now,
    lines: withAmounts(lines),
  }
}

async function endOf(tx: Tx, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await readReservationMinutes(tx)) * 60_000)
}
