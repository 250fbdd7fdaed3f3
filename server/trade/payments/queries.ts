import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { anyRowOf } from '../../../db/any-row.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { dueRows, RETRY_DELAY } from './due-queries.ts'

/** Amounts are exact decimals. */
export interface PaymentRow extends Selectable<Tables['payments']> {
  order_id: string | null
}

const COLUMNS = sql`payments.*, numbered_id('ORD', order_number) as order_id`

function paymentBy<Id extends string | number>(name: string, column: RawBuilder<unknown>, lock = sql``) {
  const read = prepared(name, (db, { id }: { id: Id }) =>
    sql<PaymentRow>`select ${COLUMNS} from payments where ${column} = ${id} ${lock}`.compile(db),
  )
  return async (db: Db | Tx, id: Id) => (await read(db, { id }))[0]
}
export const findPayment = paymentBy<string>('payment', sql`payment_id`)
export const findPaymentOf = paymentBy<string>('payment_of_checkout', sql`checkout_id`)
export const findPaymentOfOrder = paymentBy<number>('payment_of_order', sql`order_number`)
const findLocked = paymentBy<string>('payment_lock', sql`payment_id`, sql`for no key update`)

/** Returns the payment whose latest attempt has this reference. */
export async function findPaymentByRef(db: Db | Tx, ref: string, isSandbox: boolean): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from payments
    where provider = 'stripe' and sandbox = ${isSandbox} and provider_ref = ${ref}`.execute(db)
  return rows[0]
}

/** Payments are never deleted: throws an Error for an unknown id. */
export async function requirePayment(db: Db | Tx, id: string, find = findPayment): Promise<PaymentRow> {
  const payment = await find(db, id)
  if (!payment) throw new Error('a payment is missing')
  return payment
}

/** Locks a payment until the transaction ends. */
export const lockPayment = (tx: Tx, id: string) => requirePayment(tx, id, findLocked)

export const hasPayments = (userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from payments where buyer_id = ${userId})`

/** Returns the orders of sandbox payments, by reference. */
export async function listOrdersOf(db: Db, refs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ provider_ref: string; order_id: string }>`
    select provider_ref, numbered_id('ORD', order_number) as order_id from payments
    where provider = 'stripe' and sandbox and provider_ref = any(${[...refs]}::text[])
      and order_number is not null`.execute(db)
  return new Map(rows.map(({ provider_ref, order_id }) => [provider_ref, order_id]))
}

export type NewPayment = Omit<Insertable<Tables['payments']>, 'payment_state'>

/**
 * Inserts payments of checkouts, or begins another attempt of those that have one; returns them in the same order. With
 * `commits` it also ends the transaction.
 */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[], options?: { commits: boolean }) {
  const rows = await insert(tx, { payments: JSON.stringify(payments) }, options)
  return payments.map(({ checkout_id }) => rows.find((row) => row.checkout_id === checkout_id))
}

const insert = prepared('payments_insert', (db, { payments }: { payments: string }) =>
  sql<PaymentRow>`
    insert into payments (checkout_id, buyer_id, payment_method, means, provider, sandbox, amount, payment_state, attempts,
      attempted_at, check_at, created_at)
    select checkout_id, buyer_id, payment_method, means, provider, sandbox, amount, 'created', attempts, attempted_at, check_at,
      created_at
    from json_populate_recordset(null::payments, ${payments}::json)
    on conflict (checkout_id) do update
      set payment_method = excluded.payment_method, means = excluded.means, provider = excluded.provider,
        sandbox = excluded.sandbox, payment_state = excluded.payment_state, attempts = payments.attempts + excluded.attempts,
        attempted_at = excluded.attempted_at, check_at = excluded.check_at, checks = 0, provider_ref = null, decline_code = null,
        card_brand = null, card_last4 = null
    returning ${COLUMNS}`.compile(db),
)

/** Updates a payment. The caller has locked it or its checkout. */
export async function updatePayment(tx: Tx, id: string, change: Updateable<Tables['payments']>): Promise<void> {
  await tx.updateTable('payments').set(change).where('payment_id', '=', id).execute()
}

/**
 * Payments that are due to be checked: ever more rarely, and each minute once their checkout has expired. Play money that is
 * left from before the marketplace took real money is checked as well, to end it.
 */
export const duePayments = (expiryOf: (checkoutId: RawBuilder<unknown>) => RawBuilder<Date | null>) =>
  dueRows({
    table: sql`payments`,
    key: sql`payment_number`,
    id: sql`payment_id`,
    at: sql`check_at`,
    isOurs: (sandbox) => sql`(sandbox or not ${sandbox}::boolean)`,
    claimed: (now) => sql`checks = least(checks + 1, 32767), check_at = least(
      ${now}::timestamptz + case checks when 0 then interval '1 minute' when 1 then interval '5 minutes'
        when 2 then interval '30 minutes' else interval '1 hour' end,
      greatest(${expiryOf(sql`payments.checkout_id`)}, ${now}::timestamptz + interval '1 minute'))`,
  })

/** Authorised payments that are due to be captured. */
export const dueCaptures = dueRows({
  table: sql`payments`,
  key: sql`payment_number`,
  id: sql`payment_id`,
  at: sql`capture_at`,
  meets: sql`payment_state = 'authorized'`,
  claimed: (now) => sql`capture_at = ${now}::timestamptz + ${RETRY_DELAY}`,
})

/**
 * Schedules the capture of an order's authorised payment, or its cancellation if nothing is left. The caller has locked
 * the order.
 */
export async function captureSoon(tx: Tx, { payment_id, payment_state }: PaymentRow, now: Date): Promise<void> {
  if (payment_state === 'authorized') await updatePayment(tx, payment_id, { capture_at: now })
}

export const areTransfersOverdue = (now: Date) =>
  sql<boolean>`exists (select from payments where payment_state = 'awaiting_transfer' and pay_by <= ${now})`

export const areRemindersDue = (now: Date, until: Date) =>
  sql<boolean>`exists (select from payments where ${toRemind(now, until)})`

const toRemind = (now: Date, until: Date) => sql<boolean>`
  payment_state = 'awaiting_transfer' and reminded_at is null and pay_by > ${now} and pay_by <= ${until}
    and created_at < ${now}::timestamptz - interval '1 day'`

/** Returns up to `limit` orders whose bank transfer is overdue. */
export async function listOverdueTransfers(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select numbered_id('ORD', order_number) as order_id from payments
    where payment_state = 'awaiting_transfer' and pay_by <= ${now} order by pay_by limit ${limit}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** Claims up to `limit` bank transfers due before a time for a reminder, each once, and none that has arrived meanwhile. */
export async function claimReminders(tx: Tx, { now, until, limit }: { now: Date; until: Date; limit: number }) {
  const { rows } = await sql<{ order_id: string; order_number: number; pay_by: Date }>`
    update payments set reminded_at = ${now} where payment_number in (
      select payment_number from payments where ${toRemind(now, until)}
      order by pay_by limit ${limit}
    ) and payment_state = 'awaiting_transfer'
    returning numbered_id('ORD', order_number) as order_id, order_number, pay_by`.execute(tx)
  return rows
}

/** Returns the ids of a payment's receipts. */
export async function listReceiptIds(tx: Tx, { payment_number }: PaymentRow) {
  const { rows } = await sql<{ receipt_id: string | null }>`
    select receipt_id from payment_receipts where payment_number = ${payment_number}`.execute(tx)
  return rows.map(({ receipt_id }) => receipt_id)
}

/** Records a received bank transfer. */
export async function insertReceipt(tx: Tx, receipt: Insertable<Tables['payment_receipts']>): Promise<void> {
  await tx.insertInto('payment_receipts').values(receipt).execute()
}

/** The payment fields that are written when an order is placed. */
export type Booking = Pick<PaymentRow, 'payment_id' | 'payment_state' | 'captured'> &
  Partial<Pick<PaymentRow, 'provider_ref' | 'pay_by' | 'capture_at' | 'card_brand' | 'card_last4'>>

export const anyPayment = anyRowOf(sql`payments`)
