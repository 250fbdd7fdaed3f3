import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

export type IsDelivered = (orderNumber: RawBuilder<unknown>, lineNumber: RawBuilder<unknown>) => RawBuilder<boolean>

const LINE = { order: sql`line.order_number`, line: sql`line.line_number` }

/** Returns which products were delivered to a buyer: returned ones count, cancelled ones do not. */
export async function listReceived(
  db: Db | Tx,
  { buyerId, products, isDelivered }: { buyerId: string; products: readonly number[]; isDelivered: IsDelivered },
): Promise<Set<number>> {
  if (!products.length) return new Set()
  const { rows } = await sql<{ product_number: number }>`
    select distinct line.product_number
    from orders join order_lines line using (order_number)
    where buyer_id = ${buyerId}::uuid and line.product_number = any(${products}::bigint[])
      and line.cancelled < line.quantity and order_state <> 'cancelled'
      and (
        order_state in ('delivered', 'returned')
        or line.returned_units > 0
        or ${isDelivered(LINE.order, LINE.line)}
        or exists (
          select from seller_orders seller_order
          where seller_order.order_number = line.order_number and seller_order.seller_id = line.seller_id
            and seller_order.state in ('delivered', 'returned')
        )
      )`.execute(db)
  return new Set(rows.map(({ product_number }) => product_number))
}
