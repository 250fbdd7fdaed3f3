import { type RawBuilder, sql } from 'kysely'
import { unpaidOrders } from '../payments/order-payment-queries.ts'

/** Returns a query for units and amount of orders awaiting a bank transfer, of `sellerId` or all. */
export function awaitedLines(sellerId?: string): RawBuilder<unknown> {
  const reversed = sql`reversed_units(order_state, quantity, cancelled, returned_units)`
  return sql`
    select coalesce(sum(quantity), 0)::bigint as units, coalesce(sum(amount), 0) as amount,
      coalesce(sum(${reversed}), 0)::bigint as reversed_units,
      coalesce(sum(amount_of_units(amount, quantity, ${reversed})), 0) as reversed_amount
    from (${unpaidOrders()}) unpaid join orders using (order_number) join order_lines using (order_number)
    where ${sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}::uuid`}`
}
