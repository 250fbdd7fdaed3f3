import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { MAX_PAYMENT_ATTEMPTS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched-write.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { setShipBy } from '../orders/act-queries.ts'
import { tooManyAttempts } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPaymentOf, insertPayments, type NewPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { findWayToPay, isOtherWay, type Way, wayToPay } from '../payments/way-to-pay.ts'
import { beginCheckout, beginning, insertPaying, lockTogether, type PurchaseAttempt } from './begin.ts'
import { checkoutExpired } from './errors.ts'
import { FIRST_CHECK_SECONDS } from './outcome.ts'
import {
  type LockedCheckout,
  lockToPlace,
  ORDERS_TOGETHER,
  orderOf,
  type PaymentOutcome,
  placeNewOrders,
  placeOrder,
  requireOrderable,
} from './place.ts'
import { type CheckoutRow, changeCheckout } from './queries.ts'

export interface PurchaseDeps {
  db: Db
  clock: Clock
  /** Absent with `PAYMENTS=off`: then an order is placed as it is. */
  payments?: PaymentDeps | undefined
}

export interface Payer {
  buyerId: string
  /** Stands for the means of payment; a played provider has one for those who give none. */
  token: string | undefined
  address: string
}

export interface ToPay extends LockedCheckout {
  /** True when it was just begun: it has no payment yet, and its products were just checked. */
  isNew: boolean
  /** True when the request names it and so may be a repeat; otherwise its order belongs to the request that began the payment. */
  isKeyed: boolean
  method: PaymentMethod | undefined
}

/** Returns an order as the request was answered that placed it. */
function repeatedOrder({ row, products }: ToPay, order_id: string): Order {
  if (!row.ended_at) throw new Error('a checkout that is placed has not ended')
  return orderOf(row, { order_id, placed_at: row.ended_at }, products)
}

/** Places an order that is not paid through the marketplace. */
export async function placeUnpaid(tx: Tx, checkout: ToPay, now: Date): Promise<Order> {
  const { row, products: pictures } = checkout
  if (row.order_id !== null) return repeatedOrder(checkout, row.order_id)
  if (row.checkout_state !== 'open' || row.expires_at <= now) throw checkoutExpired()
  if (!checkout.isNew) requireOrderable(checkout)
  return placeOrder(tx, row, { now, pictures })
}

/** An attempt to pay a checkout, as it was begun. */
export type BegunAttempt = { checkoutId: string } & (
  | { kind: 'ended'; outcome: PaymentOutcome }
  | { kind: 'running'; paymentId: string; isKeyed: boolean }
  /** This attempt runs, with other details or for another cart: it is ended first. */
  | { kind: 'other'; paymentId: string; attempt: number; isOfOtherCart: boolean }
  | { kind: 'start'; payment: PaymentRow; row: CheckoutRow; means: string }
)

/** Orders the cart where no payments are taken. */
export const buy = createBatchedWrite<PurchaseDeps, PurchaseAttempt, Order>({
  limit: ORDERS_TOGETHER,
  keyOf: ({ buyerId }) => buyerId,
  together: ({ db, clock }, attempts) =>
    inTransaction(db, async (tx) => {
      const ready = await lockTogether(tx, attempts, () => null)
      return placeNewOrders(tx, ready, clock())
    }),
  alone: ({ db, clock }, attempt) =>
    beginAlone(db, attempt, { reserves: false }, (tx, checkout) => placeUnpaid(tx, checkout, clock())),
})

/** Begins to pay for the cart. */
export const beginPaying = createBatchedWrite<PaymentDeps, PurchaseAttempt & { payer: Payer }, BegunAttempt>({
  limit: ORDERS_TOGETHER,
  keyOf: ({ buyerId }) => buyerId,
  together: (deps, attempts) =>
    inTransaction(deps.db, async (tx) => {
      const ready = await lockTogether(tx, attempts, ({ request, payer: { token } }, row) => {
        const way = findWayToPay(deps, { method: request.payment_method, total: row.total_count, token })
        return way instanceof AppError || way.means === null ? undefined : newPayment(deps, row, way)
      })
      const begun = await insertPaying(tx, ready, deps.clock())
      return new Map(
        Array.from(begun, ([attempt, { row, payment }]) => {
          const means = payment.means ?? ''
          return [attempt, { checkoutId: row.checkout_id, kind: 'start' as const, payment, row, means }]
        }),
      )
    }),
  alone: (deps, { payer, ...attempt }) =>
    beginAlone(deps.db, attempt, { reserves: true }, (tx, checkout) => beginAttempt(deps, tx, payer, checkout)),
})

const byNumber = (products: readonly ProductToOrder[]) => new Map(products.map((line) => [line.product_number, line]))

/** Begins or continues the checkout of an attempt, and does the work on it in the same transaction. */
function beginAlone<T>(
  db: Db,
  attempt: PurchaseAttempt,
  { reserves }: { reserves: boolean },
  work: (tx: Tx, checkout: ToPay) => Promise<T>,
): Promise<T> {
  const { buyerId, request, key, clock } = attempt
  return beginning(db, async (tx, expired) => {
    const begun = await beginCheckout(tx, attempt, { expired, reserves })
    if (!begun) return undefined
    const { row, isContinued, products } = begun
    const locked = isContinued
      ? await lockToPlace(tx, { buyerId, id: row.checkout_id, known: row, now: clock() })
      : { row, refused: [], products: byNumber(products) }
    if (!locked) throw new Error('a checkout that is locked is missing')
    return work(tx, { ...locked, isNew: !isContinued, isKeyed: key !== undefined, method: request.payment_method })
  })
}

/** Begins an attempt for a checkout that is locked, unless one runs; places the order where no provider is asked. */
export async function beginAttempt(
  deps: PaymentDeps,
  tx: Tx,
  { token }: Payer,
  checkout: ToPay,
): Promise<BegunAttempt> {
  const { row, products, isNew, isKeyed, method } = checkout
  const now = deps.clock()
  const { checkout_id: checkoutId, order_id } = row
  if (order_id !== null) {
    const order = isKeyed && method !== undefined ? repeatedOrder(checkout, order_id) : undefined
    return { checkoutId, kind: 'ended', outcome: { kind: 'placed_before', orderId: order_id, ...(order && { order }) } }
  }
  const known = isNew ? undefined : await findPaymentOf(tx, checkoutId)
  const running = row.checkout_state === 'paying' ? known : undefined
  if (running && !isOtherWay(deps, running, { method, token }))
    return { checkoutId, kind: 'running', paymentId: running.payment_id, isKeyed }
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutExpired()
  const way = wayToPay(deps, { method: method ?? row.payment_method, total: row.total_count, token })
  if (way.means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw tooManyAttempts()
  if (running) {
    const { payment_id: paymentId, attempts: attempt } = running
    return { checkoutId, kind: 'other', paymentId, attempt, isOfOtherCart: false }
  }
  if (!isNew) requireOrderable(checkout)
  const { isFree, means } = way
  const isAsked = means !== null
  const payment = known
    ? await changePayment(tx, known, newPayment(deps, row, way))
    : (await insertPayments(tx, [newPayment(deps, row, way)])).get(checkoutId)
  if (!payment) throw new Error('a payment was not inserted')
  if (isAsked) {
    await changeCheckout(tx, checkoutId, { checkout_state: 'paying' })
    return { checkoutId, kind: 'start', payment, row, means }
  }
  const payBy = isFree ? null : secondsAfter(now, deps.transferDays * DAY_SECONDS)
  const order = await placeUnasked(tx, row, { payment, now, payBy, pictures: products })
  return { checkoutId, kind: 'ended', outcome: { kind: 'placed', order } }
}

/** Returns the payment of a checkout, with its first attempt where a provider is asked. */
function newPayment(
  deps: PaymentDeps,
  row: Pick<CheckoutRow, 'checkout_id' | 'buyer_id' | 'total_count'>,
  { isFree: _, means, ...way }: Way,
): NewPayment {
  const now = deps.clock()
  const isAsked = means !== null
  return {
    ...way,
    means,
    checkout_id: row.checkout_id,
    buyer_id: row.buyer_id,
    sandbox: deps.isSandbox,
    amount: row.total_count,
    attempts: isAsked ? 1 : 0,
    attempted_at: isAsked ? now : null,
    check_at: isAsked ? secondsAfter(now, FIRST_CHECK_SECONDS) : null,
    created_at: now,
  }
}

/** Begins another attempt of a payment, in the way of a new one. */
async function changePayment(
  tx: Tx,
  known: PaymentRow,
  { provider, payment_method, means, attempts: added, attempted_at, check_at }: NewPayment,
): Promise<PaymentRow> {
  const way = { provider, payment_method, means, attempts: known.attempts + added }
  await updatePayment(tx, known.payment_id, {
    ...way,
    attempted_at,
    check_at,
    checks: 0,
    provider_ref: null,
    decline_code: null,
    ...(means !== null && { payment_state: 'created' }),
  })
  return { ...known, ...way }
}

interface Unasked {
  payment: PaymentRow
  now: Date
  /** Until when a bank transfer is awaited; null when it costs nothing. */
  payBy: Date | null
  pictures: ReadonlyMap<number, { featured_image: string }>
}

/** Places the order without asking a provider: it costs nothing, or the bank transfer comes after it. */
async function placeUnasked(tx: Tx, row: CheckoutRow, { payment, now, payBy, pictures }: Unasked): Promise<Order> {
  const booking = {
    payment_id: payment.payment_id,
    provider_ref: null,
    payment_state: payBy ? ('awaiting_transfer' as const) : ('paid' as const),
    captured: '0.00',
    pay_by: payBy,
    capture_at: null,
  }
  const order = await placeOrder(tx, row, { booking, now, pictures })
  // Sellers have nothing to send before the money is there.
  if (payBy) await setShipBy(tx, orderNumberOf(order.order_id), null)
  return order
}
