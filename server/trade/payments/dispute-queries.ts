import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import type { DisputeState } from '../../../shared/payments/constants.ts'
import type { PaymentRow } from './queries.ts'

export interface DisputeReport {
  ref: string
  amountCents: number
  feeCents: number
  reason: string
  state: DisputeState
  answerBy: Date | null
  isAnswered: boolean
  createdAt: Date
}

/** Records a dispute of a locked payment; returns the state before, null for a new one, undefined when unchanged. */
export async function recordDispute(
  tx: Tx,
  payment_number: number,
  { ref, amountCents, feeCents, reason, state, answerBy, isAnswered, createdAt, now }: DisputeReport & { now: Date },
): Promise<{ before: DisputeState | null } | undefined> {
  const known = await tx
    .selectFrom('disputes')
    .select(['dispute_state', 'answered_at', 'ended_at'])
    .where('provider_ref', '=', ref)
    .executeTakeFirst()
  const isEnded = state === 'won' || state === 'lost'
  const values = {
    dispute_state: state,
    answer_by: answerBy,
    amount: centsToDecimal(amountCents),
    fee: centsToDecimal(feeCents),
    answered_at: isAnswered ? (known?.answered_at ?? now) : null,
    ended_at: isEnded ? (known?.ended_at ?? now) : null,
  }
  await tx
    .insertInto('disputes')
    .values({ ...values, payment_number, provider_ref: ref, reason: reason.slice(0, 64), created_at: createdAt })
    .onConflict((conflict) => conflict.column('provider_ref').doUpdateSet(values))
    .execute()
  await sql`
    update payments set disputed = least(captured, (
      select coalesce(sum(amount), 0) from disputes
      where disputes.payment_number = payments.payment_number
        and dispute_state in ('needs_response', 'under_review', 'lost')
    )) where payment_number = ${payment_number}`.execute(tx)
  return known?.dispute_state === state ? undefined : { before: known?.dispute_state ?? null }
}

export function findDispute(db: Db, disputeNumber: number) {
  return db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.payment_number', 'disputes.payment_number')
    .select(['payment_id', 'disputes.provider_ref', 'dispute_state', 'answered_at'])
    .select(sql<string | null>`numbered_id('ORD', order_number)`.as('order_id'))
    .where('dispute_number', '=', disputeNumber)
    .executeTakeFirst()
}

/** Returns whether money of a payment is disputed, and not lost yet. */
export async function hasOpenDispute(tx: Tx, { payment_number, disputed }: PaymentRow): Promise<boolean> {
  if (Number(disputed) === 0) return false
  const { rows } = await sql`
    select from disputes where payment_number = ${payment_number} and dispute_state in ('needs_response', 'under_review')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns whether the provider has any payment to report on. */
export async function hasPaymentAtProvider(db: Db, sandbox: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from payments where sandbox = ${sandbox} and provider_ref is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the disputed payments, and those with a refund or dispute whose stored state differs from the provider's. */
export async function listToSync(
  db: Db,
  { sandbox, refunds, disputes }: { sandbox: boolean; refunds: ReportedState[]; disputes: ReportedState[] },
): Promise<string[]> {
  const json = (reported: ReportedState[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as reported (ref text, payment_ref text, state text)`
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from (
      select payment_ref from ${json(refunds)} where not exists (
        select from refunds where refunds.provider_ref = reported.ref and refund_state = reported.state
      )
      union all
      select payment_ref from ${json(disputes)} where not exists (
        select from disputes where disputes.provider_ref = reported.ref and dispute_state = reported.state
      )
    ) reported join payments on provider = 'stripe' and payments.sandbox = ${sandbox} and provider_ref = payment_ref
    union
    select payment_id from disputes join payments using (payment_number)
    where ended_at is null and sandbox = ${sandbox}`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}

/** The state of a refund or dispute at the provider. */
export interface ReportedState {
  ref: string
  /** The payment's reference. */
  payment_ref: string
  state: string
}
