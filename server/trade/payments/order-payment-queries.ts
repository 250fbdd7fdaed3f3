import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { paymentLabel } from '../../../shared/payments/payment-texts.ts'
import type { OrderPayment } from '../../../shared/payments/schema.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'

/** SQL for the failed refunds of a payment, less those refunded by hand since. */
export const failedRefunds = sql`(
  select greatest(0, coalesce(sum(refund.amount) filter (where refund_state = 'failed'), 0) - coalesce(sum(refund.amount) filter (
    where refund_state <> 'failed' and not of_units and refund_number > first_failed
  ), 0))
  from refunds refund, lateral (
    select min(refund_number) as first_failed from refunds failed
    where failed.payment_number = payments.payment_number and refund_state = 'failed'
  ) failures where refund.payment_number = payments.payment_number)`

/** Amounts are in dollars. The label is formatted when it is shown. */
export interface PaymentOfOrder extends Omit<OrderPayment, 'label'> {
  failed: number
  disputed: number
  pay_by: string | null
}

/** Returns the payments of orders, by order number; orders without one are absent. */
export async function listOrderPayments(
  db: Db | Tx,
  orderNumbers: readonly number[],
): Promise<Map<number, PaymentOfOrder>> {
  if (!orderNumbers.length) return new Map()
  const { rows } = await sql<Omit<PaymentOfOrder, 'pay_by'> & { order_number: number; pay_by: Date | null }>`
    select order_number, payment_state, amount::float8 as amount, captured::float8 as captured,
      refunded::float8 as refunded, disputed::float8 as disputed, ${failedRefunds}::float8 as failed, sandbox, card_brand, card_last4,
      pay_by
    from payments
    where order_number = any(${[...orderNumbers]}::bigint[])`.execute(db)
  return new Map(rows.map(({ order_number, ...payment }) => [order_number, withIsoTimes(payment)]))
}

/** Returns the payment field of an order; empty without a payment. */
export function paymentField(payment: PaymentOfOrder | undefined): { payment?: OrderPayment } {
  if (!payment) return {}
  const { payment_state, amount, captured, refunded, sandbox, card_brand, card_last4 } = payment
  const label = paymentLabel(payment)
  return { payment: { payment_state, label, amount, captured, refunded, sandbox, card_brand, card_last4 } }
}

export const isPaidLater = (orderNumber: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from payments where payments.order_number = ${orderNumber} and pay_by is not null)`

export const UNPAID_ORDERS = sql`select order_number from payments where payment_state = 'awaiting_transfer'`

/** Selects the numbers of orders with a dispute that is not decided. */
export const DISPUTED_ORDERS = sql`
  select order_number from disputes join payments using (payment_number)
  where disputes.ended_at is null and order_number is not null`
