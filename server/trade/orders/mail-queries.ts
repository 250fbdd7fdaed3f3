import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import type { AgreedVersions } from '../../pages/mail/layout.ts'
import { CHARGES_OF_ORDER } from './charge-queries.ts'
import { fromStored, ORDER_COLUMNS } from './order-columns.ts'
import { readSellerOrders, type SellerOrderRow } from './seller-order-queries.ts'

export interface PlacedOrder extends Omit<Order, 'lines'>, AgreedVersions {
  order_number: number
  sellerOrders: SellerOrderRow[]
  charges: PaidCharge[]
}

/** Returns a condition: whether mails of new orders are due. */
export function areOrdersToMail(): RawBuilder<boolean> {
  return sql`exists (select from order_events where mail_due)`
}

/** Takes the next new orders to mail, with each seller's amount. */
export async function takeOrdersToMail(tx: Tx, limit: number): Promise<PlacedOrder[]> {
  const { rows } = await sql<{ order_number: number }>`
    update order_events set mail_due = false where event_number = any(array(
      select event_number from order_events where mail_due order by event_number limit ${limit}
    ))
    returning order_number`.execute(tx)
  if (!rows.length) return []
  const numbers = rows.map(({ order_number }) => order_number)
  const orders = await tx
    .selectFrom('orders')
    .select(['order_number', 'terms_version', 'privacy_version'])
    .select(ORDER_COLUMNS)
    .select(CHARGES_OF_ORDER.as('charges'))
    .where('order_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .orderBy('order_number')
    .execute()
  const sellerOrders = Map.groupBy(await readSellerOrders(tx, numbers), ({ order_number }) => order_number)
  return orders.map((order) => ({ ...fromStored(order), sellerOrders: sellerOrders.get(order.order_number) ?? [] }))
}
