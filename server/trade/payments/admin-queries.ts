import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { toCents, toDollars } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { PaymentSort, PaymentState } from '../../../shared/payments/constants.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import type { AdminPayment, AdminPaymentRow, AdminRefund } from '../../../shared/payments/schema.ts'
import { withIsoTimes } from '../../platform/data/iso-times.ts'
import type { SortedPage } from '../../platform/data/paging.ts'
import { listReleases } from './capture-queries.ts'
import { listDisputesOf } from './dispute-queries.ts'
import { failedRefunds } from './order-payment-queries.ts'
import type { PaymentRow } from './queries.ts'

interface Row
  extends Pick<PaymentRow, 'payment_number' | 'order_id' | 'created_at'>,
    Omit<AdminPaymentRow, 'label' | 'created_at'> {
  failed: number
}

const COLUMNS = sql`payment_number, payment_id, numbered_id('ORD', order_number) as order_id, buyer_id, payment_method,
  payment_state, amount::float8 as amount, captured::float8 as captured, refunded::float8 as refunded,
  (surplus - surplus_returned)::float8 as surplus, disputed::float8 as disputed, ${failedRefunds}::float8 as failed, sandbox,
  created_at`

/** Accounts' names are in other tables. */
type Unnamed<Payment> = Omit<Payment, 'buyer_name'>

/** Filters of the list: a state, and ids of which one is the payment's. */
export interface PaymentConditions {
  state?: PaymentState | undefined
  q?: string | undefined
}

function meets({ state, q }: PaymentConditions): RawBuilder<boolean> {
  const all = [sql`true`]
  if (state) all.push(sql`payment_state = ${state}`)
  if (q) all.push(matches(q))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function matches(q: string): RawBuilder<unknown> {
  if (UUID.test(q)) return sql`(payment_id = ${q}::uuid or buyer_id = ${q}::uuid)`
  const number = /^ORD\d{5,12}$/i.test(q) ? orderNumberOf(q.toUpperCase()) : undefined
  return number === undefined ? sql`provider_ref = ${q}` : sql`order_number = ${number}`
}

const SORTED_BY = {
  date: { asc: sql`payment_number`, desc: sql`payment_number desc` },
  amount: { asc: sql`amount, payment_number`, desc: sql`amount desc, payment_number desc` },
  state: { asc: sql`payment_state, payment_number`, desc: sql`payment_state desc, payment_number desc` },
}

export async function listPayments(
  db: Db,
  conditions: PaymentConditions,
  { offset, limit, sorting }: SortedPage<PaymentSort>,
): Promise<{ payments: Unnamed<AdminPaymentRow>[]; total: number; total_is_exact: boolean }> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select from payments where ${meets(conditions)} limit ${MAX_MATCHES + 1}
    ) found`.execute(db)
  const within = Math.max(0, Math.min(limit, MAX_MATCHES - offset))
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payments where ${meets(conditions)}
    order by ${SORTED_BY[sorting.sort][sorting.direction]} offset ${offset} limit ${within}`.execute(db)
  const total = counted[0]?.total ?? 0
  return { payments: rows.map(toRow), total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES }
}

function toRow({ payment_number: _number, failed, ...row }: Row): Unnamed<AdminPaymentRow> {
  return { ...withIsoTimes(row), label: paymentLabel({ ...row, failed }) }
}

/** Returns a payment with its refunds, receipts, events and disputes; without names. */
export async function findAdminPayment(
  db: Db,
  paymentId: string,
): Promise<(Omit<Unnamed<AdminPayment>, 'sellers'> & { payment_number: number }) | undefined> {
  const { rows } = await sql<
    Row & Pick<PaymentRow, 'provider_ref' | 'decline_code' | 'attempts' | 'paid_at' | 'pay_by'> & { released: number }
  >`
    select ${COLUMNS}, provider_ref, decline_code, attempts, paid_at, pay_by, released::float8 as released from payments
    where payment_id = ${paymentId}::uuid`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { provider_ref, decline_code, attempts, paid_at, pay_by, released, ...payment } = row
  const refunds = await listRefunds(db, row.payment_number)
  const shown = toRow(payment)
  const taken = refunds.filter(({ refund_state }) => refund_state !== 'failed')
  const held = toCents(shown.captured) - toCents(shown.disputed)
  const left =
    shown.payment_state === 'authorized'
      ? toCents(shown.amount) - toCents(released)
      : held - taken.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return {
    ...shown,
    payment_number: row.payment_number,
    provider_ref,
    decline_code,
    attempts,
    refunds,
    refundable: toDollars(Math.max(0, left)),
    released,
    releases: await listReleases(db, row.payment_number),
    paid_at: paid_at?.toISOString() ?? null,
    pay_by: pay_by?.toISOString() ?? null,
    disputes: await listDisputesOf(db, row.payment_number),
    receipts: await listReceiptsOf(db, row.payment_number),
    events: provider_ref === null ? [] : await listEvents(db, provider_ref),
  }
}

async function listRefunds(db: Db, paymentNumber: number): Promise<AdminRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.payment_number', 'refunds.payment_number')
    .select(sql<number>`refunds.amount::float8`.as('amount'))
    .select(['refund_id', 'reason', 'note', 'refund_state', 'seller_id', 'failure', 'ended_at'])
    .select(['refunds.created_at', 'provider'])
    .where('refunds.payment_number', '=', paymentNumber)
    .orderBy('refund_number')
    .execute()
  return rows.map(({ provider, ...refund }) => ({ ...withIsoTimes(refund), by_hand: provider === 'offline' }))
}

async function listReceiptsOf(db: Db, paymentNumber: number): Promise<AdminPayment['receipts']> {
  const rows = await db
    .selectFrom('payment_receipts')
    .select(['reference', 'created_at', sql<number>`amount::float8`.as('amount')])
    .select(sql<string>`received_on::text`.as('received_on'))
    .where('payment_number', '=', paymentNumber)
    .orderBy('receipt_number')
    .execute()
  return rows.map(withIsoTimes)
}

async function listEvents(db: Db, ref: string): Promise<AdminPayment['events']> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['event_id', 'event_type', 'received_at', 'times_received', 'outcome', 'failure'])
    .where('object_ref', '=', ref)
    .orderBy('received_at')
    .limit(100)
    .execute()
  return rows.map(withIsoTimes)
}

/** Schedules a waiting event to be applied soon; returns its payment intent, if known. */
export function retryEvent(tx: Tx, eventId: string, now: Date): Promise<{ object_ref: string | null } | undefined> {
  return tx
    .updateTable('payment_events')
    .set({ to_queue_at: now })
    .where('event_id', '=', eventId)
    .where('done_at', 'is', null)
    .returning('object_ref')
    .executeTakeFirst()
}
