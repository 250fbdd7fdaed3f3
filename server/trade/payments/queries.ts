import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PaymentMethod, PaymentState } from '../../../shared/payments/constants.ts'

export interface PaymentRow {
  payment_number: number
  payment_id: string
  checkout_id: string | null
  order_number: number | null
  order_id: string | null
  buyer_id: string
  provider: 'stripe' | 'offline'
  provider_ref: string | null
  payment_method: PaymentMethod
  means: string | null
  payment_state: PaymentState
  /** Exact decimals. */
  amount: string
  captured: string
  refunded: string
  surplus: string
  disputed: string
  surplus_returned: string
  released: string
  decline_code: string | null
  attempts: number
  attempted_at: Date | null
  checks: number
  created_at: Date
}

const COLUMNS = sql`payment_number, payment_id, checkout_id, order_number, numbered_id('ORD', order_number) as order_id,
  buyer_id, provider, provider_ref, payment_method, means, payment_state, amount, captured, refunded, surplus,
  disputed, surplus_returned, released, decline_code, attempts, attempted_at, checks, created_at`

async function findOne(db: Db | Tx, condition: RawBuilder<unknown>): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments where ${condition}`.execute(db)
  return rows[0]
}

const byId = prepared('payment', (db, { id }: { id: string }) =>
  sql<PaymentRow>`select ${COLUMNS} from payments where payment_id = ${id}::uuid`.compile(db),
)
const byCheckout = prepared('payment_of_checkout', (db, { id }: { id: string }) =>
  sql<PaymentRow>`select ${COLUMNS} from payments where checkout_id = ${id}::uuid`.compile(db),
)

export const findPayment = async (db: Db | Tx, id: string) => (await byId(db, { id }))[0]

export function hasPayments(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from payments where buyer_id = ${userId})`
}

export const findPaymentOf = async (db: Db | Tx, checkoutId: string) => (await byCheckout(db, { id: checkoutId }))[0]

export const findPaymentOfOrder = (db: Db | Tx, orderNumber: number) => findOne(db, sql`order_number = ${orderNumber}`)

/** Returns the payment whose latest attempt has this reference. */
export const findPaymentByRef = (db: Db | Tx, ref: string, isSandbox: boolean) =>
  findOne(db, sql`provider = 'stripe' and sandbox = ${isSandbox} and provider_ref = ${ref}`)

/** Returns the orders of sandbox payments, by reference. */
export async function listOrdersOf(db: Db, refs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ provider_ref: string; order_id: string }>`
    select provider_ref, numbered_id('ORD', order_number) as order_id from payments
    where provider = 'stripe' and sandbox and provider_ref = any(${[...refs]}::text[]) and order_number is not null`.execute(
    db,
  )
  return new Map(rows.map(({ provider_ref, order_id }) => [provider_ref, order_id]))
}

export const lockPayment = (tx: Tx, id: string) => findOne(tx, sql`payment_id = ${id}::uuid for no key update`)

export interface NewPayment {
  /** `offline` for payments without a provider. */
  provider: 'stripe' | 'offline'
  checkout_id: string
  buyer_id: string
  sandbox: boolean
  payment_method: PaymentMethod
  means: string | null
  /** Exact decimal. */
  amount: string
  attempts: 0 | 1
  attempted_at: Date | null
  check_at: Date | null
  created_at: Date
}

/**
 * Inserts payments of checkouts, with first attempts where a provider is used; returns them by checkout. With `commits`
 * it also ends the transaction.
 */
export async function insertPayments(
  tx: Tx,
  payments: readonly NewPayment[],
  options?: { commits: boolean },
): Promise<ReadonlyMap<string | null, PaymentRow>> {
  const rows = await insert(tx, { payments: JSON.stringify(payments) }, options)
  return new Map(rows.map((row) => [row.checkout_id, row]))
}

const insert = prepared('payments_insert', (db, { payments }: { payments: string }) =>
  sql<PaymentRow>`
    insert into payments (checkout_id, buyer_id, payment_method, means, provider, sandbox, amount, payment_state, attempts,
      attempted_at, check_at, created_at)
    select checkout_id, buyer_id, payment_method, means, provider, sandbox, amount, 'created', attempts, attempted_at, check_at,
      created_at
    from json_to_recordset(${payments}::json) payment (checkout_id uuid, buyer_id uuid, payment_method text, means text,
      provider text, sandbox boolean, amount numeric, attempts smallint, attempted_at timestamptz, check_at timestamptz,
      created_at timestamptz)
    returning ${COLUMNS}`.compile(db),
)

export type PaymentChange = Partial<{
  provider: 'stripe' | 'offline'
  surplus: string
  surplus_returned: string
  disputed: string
  payment_state: PaymentState
  payment_method: PaymentMethod
  means: string | null
  provider_ref: string | null
  decline_code: string | null
  attempts: number
  attempted_at: Date | null
  check_at: Date | null
  checks: number
  /** Exact decimals. */
  captured: string
  refunded: string
  paid_at: Date
  capture_at: Date | null
}>

/** Updates a payment. The caller has locked it or its checkout. */
export async function updatePayment(tx: Tx, id: string, change: PaymentChange): Promise<void> {
  await tx.updateTable('payments').set(change).where('payment_id', '=', id).execute()
}

/** Time until the next check, by the number of checks so far. */
const NEXT_CHECK = sql`case checks when 0 then interval '1 minute' when 1 then interval '5 minutes'
  when 2 then interval '30 minutes' else interval '1 hour' end`

export function arePaymentsDue(sandbox: boolean, now: Date): RawBuilder<boolean> {
  return sql`exists (select from payments where check_at <= ${now} and sandbox = ${sandbox})`
}

/** Claims up to `limit` payments that are due for a check, and schedules the next one. */
export async function claimDuePayments(
  tx: Tx,
  { sandbox, now, limit }: { sandbox: boolean; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    with due as materialized (
      select payment_number from payments where check_at <= ${now} and sandbox = ${sandbox}
      order by check_at limit ${limit}
    )
    update payments set check_at = ${now}::timestamptz + ${NEXT_CHECK}, checks = least(checks + 1, 32767)
    where payment_number in (select payment_number from due) returning payment_id`.execute(tx)
  return rows.map(({ payment_id }) => payment_id)
}

/** The payment fields that are written when an order is placed. */
export interface Booking {
  payment_id: string
  provider_ref: string | null
  payment_state: 'paid' | 'authorized' | 'awaiting_transfer'
  /** Exact decimal. */
  captured: string
  /** When a bank transfer is due. */
  pay_by: Date | null
  /** The latest time to capture an authorised payment. */
  capture_at: Date | null
}
