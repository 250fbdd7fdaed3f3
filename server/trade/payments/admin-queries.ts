import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { type PaymentSort, SUMMED_PAYMENT_STATES } from '../../../shared/payments/constants.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import type {
  AdminPayment,
  AdminPaymentPage,
  AdminPaymentRow,
  AdminPaymentsExport,
} from '../../../shared/payments/schema.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'
import { highestOf } from '../../platform/data/count-queries.ts'
import type { NumberRange } from '../../platform/data/csv.ts'
import type { SortedPage } from '../../platform/data/paging.ts'
import { failedRefunds } from './order-payment-queries.ts'
import { amountLeft } from './refund-queries.ts'

const COLUMNS = sql`payment_id, numbered_id('ORD', order_number) as order_id, buyer_id, payment_method, card_brand, card_last4,
  payment_state, amount::float8 as amount, captured::float8 as captured, refunded::float8 as refunded,
  (surplus - surplus_returned)::float8 as surplus, disputed::float8 as disputed, ${failedRefunds}::float8 as failed, sandbox,
  created_at, provider_ref`

/** Without the names of accounts, which another module reads. */
type Row = Omit<AdminPaymentRow, 'buyer_name' | 'label'> & Pick<AdminPayment, 'provider_ref'> & { failed: number }

const labelled = <Payment extends Row>({ failed, ...row }: Payment) => ({
  ...row,
  label: paymentLabel({ ...row, failed }),
})

/** Reads rows for responses: the driver returns times as dates. */
async function read<Shown extends object>(db: Db, query: RawBuilder<Shown>) {
  const { rows } = await query.execute(db)
  return rows.map(withIsoTimes)
}

const meets = ({ state, q }: AdminPaymentsExport) =>
  sql`${state ? sql`payment_state = ${state}` : sql`true`} and ${q ? matches(q) : sql`true`}`

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

/** Counts the payments that meet the conditions, up to a maximum. */
export async function countPayments(db: Db, conditions: AdminPaymentsExport) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from payments where ${meets(conditions)} limit ${MAX_MATCHES + 1}
    ) found`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES }
}

export async function listPayments(
  db: Db,
  conditions: AdminPaymentsExport,
  { offset, limit, sorting }: SortedPage<PaymentSort>,
) {
  const within = Math.max(0, Math.min(limit, MAX_MATCHES - offset))
  const page = sql<Row>`
    select ${COLUMNS} from payments where ${meets(conditions)}
    order by ${SORTED_BY[sorting.sort][sorting.direction]} offset ${offset} limit ${within}`
  return (await read(db, page)).map(labelled)
}

export const readLastPayment = (db: Db) => highestOf(db.selectFrom('payments'), sql`payment_number`)

/** Returns the payments in a range of numbers that meet the conditions, newest first. */
export async function listPaymentsBetween(db: Db, conditions: AdminPaymentsExport, { low, high }: NumberRange) {
  const found = sql<Row>`
    select ${COLUMNS} from payments
    where payment_number between ${low} and ${high} and ${meets(conditions)} order by payment_number desc`
  return (await read(db, found)).map(labelled)
}

/** Returns what is left of the payments in each state that has any; of many only the first ones count. */
export async function sumPayments(db: Db): Promise<AdminPaymentPage['sums']> {
  const { rows } = await sql<AdminPaymentPage['sums'][number]>`
    select payment_state, sum(amount - released - refunded)::float8 as amount, count(*) <= ${MAX_MATCHES} as is_exact
    from unnest(${[...SUMMED_PAYMENT_STATES]}::text[]) summed (payment_state) cross join lateral (
      select amount, released, refunded from payments
      where payments.payment_state = summed.payment_state limit ${MAX_MATCHES + 1}
    ) found
    group by payment_state`.execute(db)
  return rows
}

type Details = Pick<AdminPayment, 'decline_code' | 'attempts' | 'paid_at' | 'pay_by' | 'released' | 'refundable'>

/** Returns a payment with its refunds, receipts, events and disputes; without names. */
export async function findAdminPayment(db: Db, paymentId: string) {
  const found = sql<Row & Details & { payment_number: number }>`
    select ${COLUMNS}, payment_number, decline_code, attempts, paid_at, pay_by, released::float8 as released,
      ${amountLeft}::float8 as refundable
    from payments where payment_id = ${paymentId}::uuid`
  const [row] = await read(db, found)
  if (!row) return undefined
  const { payment_number, provider_ref } = row
  const refunds = sql<AdminPayment['refunds'][number]>`
    select refund_id, refunds.amount::float8 as amount, refunds.delivery::float8 as delivery, reason, note, refund_state,
      seller_id, failure, refunds.created_at, ended_at, provider = 'offline' as by_hand
    from refunds join payments using (payment_number) where payment_number = ${payment_number} order by refund_number`
  const releases = sql<AdminPayment['releases'][number]>`
    select release_id, amount::float8 as amount, delivery::float8 as delivery, reason, note, seller_id, created_at
    from payment_releases where payment_number = ${payment_number} order by created_at, release_id`
  const receipts = sql<AdminPayment['receipts'][number]>`
    select amount::float8 as amount, received_on::text as received_on, reference, created_at
    from payment_receipts where payment_number = ${payment_number} order by receipt_number`
  const disputes = sql<AdminPayment['disputes'][number]>`
    select dispute_number, provider_ref, amount::float8 as amount, fee::float8 as fee, reason, dispute_state, answer_by,
      answered_at, created_at, ended_at
    from disputes where payment_number = ${payment_number} order by dispute_number`
  const events = sql<AdminPayment['events'][number]>`
    select event_id, event_type, received_at, times_received, outcome, failure
    from payment_events where object_ref = ${provider_ref} order by received_at limit 100`
  return {
    ...labelled(row),
    refunds: (await read(db, refunds)).map(withDelivery),
    releases: (await read(db, releases)).map(withDelivery),
    receipts: await read(db, receipts),
    disputes: await read(db, disputes),
    events: await read(db, events),
  }
}

/** Leaves the delivery out where nothing is refunded of it. */
const withDelivery = <Row extends { delivery?: number | undefined }>({ delivery, ...row }: Row) => ({
  ...row,
  ...(delivery && { delivery }),
})

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
