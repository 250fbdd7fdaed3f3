import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'
import type { PaymentRow } from './queries.ts'

type DisputeRow = Selectable<Tables['disputes']>
type Reported = 'provider_ref' | 'amount' | 'fee' | 'reason' | 'dispute_state' | 'answer_by' | 'created_at'

/** A dispute as the provider reports it. Amounts are exact decimals. */
export interface DisputeReport extends Pick<DisputeRow, Reported> {
  isAnswered: boolean
}

/** Records a dispute of a locked payment; returns the state before, null for a new one, undefined when unchanged. */
export async function recordDispute(
  tx: Tx,
  payment_number: number,
  { isAnswered, now, ...report }: DisputeReport & { now: Date },
): Promise<{ before: DisputeRow['dispute_state'] | null } | undefined> {
  const { provider_ref, dispute_state } = report
  const known = await tx
    .selectFrom('disputes')
    .select(['dispute_state', 'answered_at', 'ended_at'])
    .where('provider_ref', '=', provider_ref)
    .executeTakeFirst()
  const isEnded = dispute_state === 'won' || dispute_state === 'lost'
  const values = {
    ...report,
    payment_number,
    answered_at: isAnswered ? (known?.answered_at ?? now) : null,
    ended_at: isEnded ? (known?.ended_at ?? now) : null,
  }
  await tx
    .insertInto('disputes')
    .values(values)
    .onConflict((conflict) => conflict.column('provider_ref').doUpdateSet(values))
    .execute()
  await sql`
    update payments set disputed = least(captured, (
      select coalesce(sum(amount), 0) from disputes
      where disputes.payment_number = payments.payment_number
        and dispute_state in ('needs_response', 'under_review', 'lost')
    )) where payment_number = ${payment_number}`.execute(tx)
  return known?.dispute_state === dispute_state ? undefined : { before: known?.dispute_state ?? null }
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
  const open = tx.selectFrom('disputes').where('dispute_state', 'in', ['needs_response', 'under_review'])
  return Number(disputed) > 0 && isAny(open.where('payment_number', '=', payment_number))
}

/** Returns whether the provider has any payment to report on. */
export function hasPaymentAtProvider(db: Db, sandbox: boolean): Promise<boolean> {
  return isAny(db.selectFrom('payments').where('sandbox', '=', sandbox).where('provider_ref', 'is not', null))
}

/** The state of a refund or dispute at the provider. */
export interface ReportedState {
  ref: string
  /** The payment's reference. */
  payment_ref: string
  state: string
}

/** Returns the disputed payments, and those with a refund or dispute whose stored state differs from the provider's. */
export async function listToSync(db: Db, sandbox: boolean, reported: readonly ReportedState[]): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) reported (ref text, payment_ref text, state text)
      join payments on provider = 'stripe' and payments.sandbox = ${sandbox} and provider_ref = payment_ref
    where not exists (
      select from refunds where refunds.provider_ref = ref and refund_state = state
      union all
      select from disputes where disputes.provider_ref = ref and dispute_state = state
    )
    union
    select payment_id from disputes join payments using (payment_number)
    where ended_at is null and sandbox = ${sandbox}`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}
