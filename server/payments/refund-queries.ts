import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import type { RefundReason } from '../../shared/payments/constants.ts'
import type { PaymentRow } from './queries.ts'

/** Decides that money of a payment goes back; the job sends it. The caller has locked the payment. */
export async function insertRefund(
  tx: Tx,
  refund: { payment: PaymentRow; amount: string; reason: RefundReason; now: Date },
): Promise<void> {
  const { payment, amount, reason, now } = refund
  await tx
    .insertInto('refunds')
    .values({
      refund_id: randomUUID(),
      payment_number: payment.payment_number,
      order_number: payment.order_number,
      amount,
      reason,
      refund_state: 'requested',
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
}

/** A refund that is to be sent, or looked at. */
export interface DueRefund {
  refund_id: string
  payment_id: string
  /** Of the payment. */
  provider_ref: string
  /** Exact decimal. */
  amount: string
  attempts: number
}

/** Returns refunds that are due, at most `limit`, and sets when each is due again. */
export async function claimDueRefunds(
  db: Db,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    with due as materialized (
      select refund_number from refunds
      where refund_state in ('requested', 'sent', 'pending') and next_attempt_at <= ${now}
      order by next_attempt_at limit ${limit} for no key update skip locked
    ), claimed as (
      update refunds set refund_state = case refund_state when 'requested' then 'sent' else refund_state end,
        next_attempt_at = ${again}, attempts = least(attempts + 1, 32767)
      where refund_number in (select refund_number from due)
      returning refund_id, payment_number, amount, attempts
    )
    select refund_id, payment_id, payments.provider_ref, claimed.amount, claimed.attempts
    from claimed join payments using (payment_number)`.execute(db)
  return rows
}

/** Records what the provider says of a refund; what succeeded is added to the payment, once. */
export async function recordRefund(
  db: Db,
  refundId: string,
  {
    state,
    ref,
    failure,
    now,
  }: { state: 'pending' | 'succeeded' | 'failed'; ref: string; failure: string | null; now: Date },
): Promise<void> {
  const isEnded = state !== 'pending'
  await sql`
    with recorded as (
      update refunds set refund_state = ${state}, provider_ref = ${ref}, failure = ${failure},
        ended_at = ${isEnded ? now : null}::timestamptz,
        next_attempt_at = case when ${isEnded} then null else next_attempt_at end
      where refund_id = ${refundId}::uuid and refund_state in ('requested', 'sent', 'pending')
      returning payment_number, amount
    )
    update payments set refunded = refunded + recorded.amount from recorded
    where payments.payment_number = recorded.payment_number and ${state === 'succeeded'}`.execute(db)
}
