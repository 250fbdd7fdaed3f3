import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for the amount paid for the first n units of an order line, in whole cents. */
export function worthOf(units: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`div(100 * amount * ${units}, quantity) / 100`
}

/** SQL for the amount paid for a row of `seller_orders`: its goods and its charges, which may be negative. */
export const PAID_FOR = sql`(goods + (
  select coalesce(sum(amount), 0) from order_charges charge
  where (charge.order_number, charge.seller_id) = (seller_orders.order_number, seller_orders.seller_id)
))`

/** SQL for the delivery of a row of `seller_orders`, as charged. */
export const DELIVERY_PAID = sql`(
  select coalesce(sum(amount), 0) from order_charges charge
  where (charge.order_number, charge.seller_id) = (seller_orders.order_number, seller_orders.seller_id) and kind = 'delivery'
)`

/** SQL for what has to go back of it: all if everything was cancelled, the cheapest offer if everything is gone. */
export const DELIVERY_BACK = sql`(
  select case state when 'cancelled' then coalesce(sum(amount), 0) when 'returned' then coalesce(sum(cheapest), 0) else 0 end
  from order_deliveries delivery
  where (delivery.order_number, delivery.seller_id) = (seller_orders.order_number, seller_orders.seller_id)
)`

/** SQL for refunds that count: neither failed, nor still to be sent when a later one was made elsewhere, which it may fail for. */
export const REFUND_COUNTS = sql`refund_state <> 'failed' and (provider_ref is not null or not exists (
  select from refunds later where later.payment_number = refunds.payment_number
    and later.refund_number > refunds.refund_number and later.reason = 'elsewhere'
))`
