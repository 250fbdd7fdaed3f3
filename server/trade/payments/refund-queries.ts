import { randomUUID } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents, toDollars } from '../../../shared/kernel/money.ts'
import type { ADMIN_REFUND_REASONS } from '../../../shared/payments/constants.ts'
import {
  NOTHING,
  type Parts,
  type Refunded,
  refundable,
  refundDue,
  sumOfParts,
} from '../../../shared/pricing/refundable.ts'
import { columnList } from '../../platform/data/columns.ts'
import { dueRows, RETRY_DELAY } from './due-queries.ts'
import { paymentError } from './errors.ts'
import { lockPayment, type PaymentRow, updatePayment } from './queries.ts'

type RefundRow = Selectable<Tables['refunds']>

type Optional = 'refund_id' | 'provider_ref' | 'seller_id' | 'by_user' | 'note' | 'of_units' | 'request_id'

/** A refund to be sent by the job, or by hand for a bank transfer; one made at the provider has its `provider_ref`. */
export interface NewRefund extends Partial<Pick<RefundRow, Optional>>, Pick<RefundRow, 'reason' | 'created_at'> {
  payment: PaymentRow
  back: Parts
}

/** Inserts a refund, and returns its id; undefined for no amount, and when one made at the provider is known already. */
export async function insertRefund(tx: Tx, { payment, back, ...refund }: NewRefund): Promise<string | undefined> {
  if (sumOfParts(back) <= 0) return undefined
  const { payment_number, order_number, provider } = payment
  const isMade = Boolean(refund.provider_ref)
  const row = await tx
    .insertInto('refunds')
    .values({
      refund_id: randomUUID(),
      ...refund,
      ...amountsOf(back),
      payment_number,
      order_number,
      refund_state: isMade ? 'pending' : 'requested',
      next_attempt_at: isMade || provider === 'offline' ? null : refund.created_at,
    })
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .returning('refund_id')
    .executeTakeFirst()
  return row?.refund_id
}

const amountsOf = (back: Parts) => ({
  amount: centsToDecimal(sumOfParts(back)),
  delivery: centsToDecimal(back.delivery),
})

/** A refund of a seller order, for units or decided by an admin. */
export type NewSellerRefund = NewRefund & { seller_id: string; reason: (typeof ADMIN_REFUND_REASONS)[number] }

/**
 * Refunds a seller order; of an authorised payment, less is captured instead, and with nothing left its cancellation is
 * scheduled. The caller has locked the payment.
 */
export async function refundSeller(tx: Tx, decided: NewSellerRefund): Promise<void> {
  await (decided.payment.payment_state === 'authorized' ? releaseSeller : insertRefund)(tx, decided)
}

/** Records what will not be taken of a payment for a seller order, if anything. The caller has locked the payment. */
export async function releaseSeller(tx: Tx, decided: NewSellerRefund): Promise<void> {
  const { payment, back, refund_id = randomUUID(), ...release } = decided
  if (sumOfParts(back) <= 0) return
  const { payment_number } = payment
  const { amount, delivery } = amountsOf(back)
  await tx
    .insertInto('payment_releases')
    .values({ ...release, release_id: refund_id, amount, delivery, payment_number })
    .execute()
  await sql`
    update payments set released = least(amount, released + ${amount}::numeric),
      capture_at = case when released + ${amount}::numeric >= amount then ${release.created_at}::timestamptz else capture_at end
    where payment_number = ${payment_number}`.execute(tx)
}

/** SQL for what can still be refunded of a payment, or captured while it is authorised; disputed money is not. */
export const amountLeft = sql`greatest(0, case payment_state
  when 'authorized' then payments.amount - released
  else captured - disputed - (
    select coalesce(sum(refunds.amount), 0) from refunds
    where refunds.payment_number = payments.payment_number and refund_state <> 'failed'
  ) end)`

/** Returns the cents that can still be refunded or captured. The caller has locked the payment. */
export async function centsLeft(db: Db | Tx, { payment_number }: PaymentRow): Promise<number> {
  const { rows } = await sql<{ left: string }>`
    select ${amountLeft} as left from payments where payment_number = ${payment_number}`.execute(db)
  return decimalToCents(rows[0]?.left ?? '0')
}

const DECISION = ['payment_number', 'seller_id', 'amount', 'delivery', 'reason', 'note', 'request_id'] as const

/** All refunds and releases. */
const DECISIONS = sql`(
    select ${columnList(DECISION)}, refund_id, refund_state <> 'failed' as counts, provider_ref is not null as is_at_provider
    from refunds
    union all
    select ${columnList(DECISION)}, release_id, true, true from payment_releases
  ) decision`

/** SQL for the dollars that were refunded or released of a seller's delivery. */
export const deliveryRefunded = (orderNumber: RawBuilder<unknown>, sellerId: RawBuilder<unknown>) => sql`(
  select coalesce(sum(delivery), 0) from payments join ${DECISIONS} using (payment_number)
  where payments.order_number = ${orderNumber} and decision.seller_id = ${sellerId} and counts
)`

/** SQL for the sums of refunds and releases, in cents. */
const partsOf = (filter: RawBuilder<unknown>) => sql<Parts>`json_build_object(
  'goods', (100 * coalesce(sum(amount - delivery) filter (where ${filter}), 0))::bigint,
  'delivery', (100 * coalesce(sum(delivery) filter (where ${filter}), 0))::bigint)`

/**
 * Returns the refunded and released cents of a payment, by seller; with `atProvider` without refunds that the provider does
 * not know. The caller has locked the payment.
 */
export async function listRefunded(
  db: Db | Tx,
  paymentNumber: number,
  { atProvider = false } = {},
): Promise<Map<string, Refunded>> {
  const { rows } = await sql<Refunded & { seller_id: string }>`
    select seller_id, ${partsOf(sql`true`)} as all, ${partsOf(sql`reason <> 'goodwill'`)} as counted
    from ${DECISIONS} where payment_number = ${paymentNumber} and counts and seller_id is not null
      and (is_at_provider or not ${atProvider})
    group by seller_id`.execute(db)
  return new Map(rows.map(({ seller_id, ...refunded }) => [seller_id, refunded]))
}

/** A seller's amounts in an order: paid, and of cancelled or returned units. */
export interface SellerPart {
  paid: Parts
  gone: Parts
}

/** A refund of cancelled or returned units. */
export interface RefundOfUnits extends NewSellerRefund {
  reason: 'cancelled' | 'returned'
  part: SellerPart
  /** Cents of the delivery that the seller gives back at least. */
  added?: number
}

/**
 * Refunds units as far as they are not refunded yet and money is left; of an authorised payment, less is captured
 * instead, and of an unpaid one nothing happens. Returns the refund. The caller has locked the order. Throws AppError 409
 * when more of the delivery is added than is left.
 */
export async function refundUnits(
  tx: Tx,
  { part, added = 0, ...refund }: RefundOfUnits,
): Promise<{ back: Parts; isRefund: boolean }> {
  const payment = await lockPayment(tx, refund.payment.payment_id)
  const isPaid = payment.payment_state !== 'awaiting_transfer'
  const refunded = (await listRefunded(tx, payment.payment_number)).get(refund.seller_id)
  const left = isPaid ? refundable(part.paid, refunded?.all).delivery : 0
  if (added > left) throw paymentError('delivery_refund_too_large', { left: toDollars(left) })
  if (!isPaid) return { back: NOTHING, isRefund: false }
  const back = upTo(await centsLeft(tx, payment), refundDue(refund.back, part, refunded, added))
  await refundSeller(tx, { ...refund, payment, back })
  return { back, isRefund: sumOfParts(back) > 0 && payment.payment_state !== 'authorized' }
}

/** Returns parts of at most so many cents, the goods first. */
export function upTo(cents: number, { goods, delivery }: Parts): Parts {
  return { goods: Math.min(goods, cents), delivery: Math.min(delivery, Math.max(0, cents - goods)) }
}

/** Refunds these amounts, or the rest of the payment if that is less. The caller has locked the payment. */
export async function refundLeft(tx: Tx, refund: NewRefund): Promise<void> {
  await insertRefund(tx, { ...refund, back: upTo(await centsLeft(tx, refund.payment), refund.back) })
}

/** Stops waiting for a bank transfer, and refunds what has arrived. The caller has locked the order. */
export async function expireAwaiting(tx: Tx, { payment_id }: PaymentRow, now: Date): Promise<void> {
  const payment = await lockPayment(tx, payment_id)
  if (payment.payment_state !== 'awaiting_transfer') return
  await updatePayment(tx, payment_id, { payment_state: 'expired' })
  const back = { goods: decimalToCents(payment.captured), delivery: 0 }
  await refundLeft(tx, { payment, back, reason: 'cancelled', created_at: now })
}

/** Refunds that are due to be sent or checked. */
export const dueRefunds = dueRows({
  table: sql`refunds`,
  from: sql`refunds join payments using (payment_number)`,
  key: sql`refund_number`,
  id: sql`refund_id`,
  at: sql`next_attempt_at`,
  meets: sql`refund_state in ('requested', 'sent', 'pending')`,
  claimed: (now) => sql`next_attempt_at = ${now}::timestamptz + ${RETRY_DELAY}`,
})

/** Marks an open refund as sent; returns its exact amount, and the provider's reference of the payment. */
export async function beginRefund(db: Db, refundId: string) {
  const { rows } = await sql<{ provider_ref: string; amount: string }>`
    update refunds set refund_state = case refund_state when 'requested' then 'sent' else refund_state end
    from payments
    where refund_id = ${refundId}::uuid and refund_state in ('requested', 'sent', 'pending')
      and payments.payment_number = refunds.payment_number
    returning payments.provider_ref, refunds.amount`.execute(db)
  return rows[0]
}

export interface RefundReport {
  state: 'pending' | 'succeeded' | 'failed'
  /** Null for a refund made by hand. */
  ref: string | null
  failure: string | null
}

/** Records a refund as the provider reports it; returns it when its state changed. A failed one stays failed. */
export async function recordRefund(tx: Tx, refundId: string, report: RefundReport & { now: Date }) {
  const { state, ref, failure, now } = report
  const { rows } = await sql<Pick<RefundRow, 'order_number' | 'seller_id' | 'amount'>>`
    with known as (
      select refund_number, refund_state as was from refunds where refund_id = ${refundId}::uuid for no key update
    ), changed as (
      update refunds set refund_state = ${state}, provider_ref = ${ref}, failure = ${failure},
        ended_at = case when ${state} <> 'pending' then ${now}::timestamptz end,
        next_attempt_at = case when ${state} = 'pending' then next_attempt_at end
      from known
      where refunds.refund_number = known.refund_number and was <> all (array[${state}, 'failed'])
        and (was <> 'succeeded' or ${state} <> 'pending')
      returning payment_number, order_number, seller_id, amount,
        (${state} = 'succeeded')::integer - (was = 'succeeded')::integer as times
    ), added as (
      update payments set refunded = refunded + times * changed.amount from changed
      where payments.payment_number = changed.payment_number and times <> 0
    )
    select order_number, seller_id, amount from changed`.execute(tx)
  return rows[0]
}

/** Returns the id of a refund that the provider reports, by its reference or the id it was sent with. */
export async function findRefundOf(
  db: Db | Tx,
  { payment_number }: PaymentRow,
  { ref, refundId }: { ref: string; refundId: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ refund_id: string }>`
    select refund_id from refunds
    where payment_number = ${payment_number}
      and (provider_ref = ${ref} or refund_id::text = ${refundId ?? null})`.execute(db)
  return rows[0]?.refund_id
}

/** Assigns a refund made at the provider to a seller. */
export async function assignRefund(tx: Tx, refundId: string, seller_id: string, back: Parts): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ seller_id, ...amountsOf(back) })
    .where('refund_id', '=', refundId)
    .execute()
}

export function findRefund(db: Db | Tx, refundId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.payment_number', 'refunds.payment_number')
    .select(['payment_id', 'refunds.payment_number', 'seller_id', 'refunds.amount', 'reason', 'note'])
    .select(sql<string | null>`numbered_id('ORD', refunds.order_number)`.as('order_id'))
    .where('refund_id', '=', refundId)
    .executeTakeFirst()
}

/** Returns the refund or release with an id, or all those of a request for the whole order. */
export async function listDecided(tx: Tx, id: string) {
  const { rows } = await sql<Pick<RefundRow, (typeof DECISION)[number]>>`
    select * from ${DECISIONS} where refund_id = ${id}::uuid or request_id = ${id}::uuid`.execute(tx)
  return rows
}
