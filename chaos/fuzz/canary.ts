import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Users who send no requests. Requests of other users must not change their data. */
export interface Canary {
  buyer: { user_id: string }
  seller: { user_id: string }
  orderId: string
  productId: string
}

/** Tables with data of the canary, and their owner columns. */
const OWNED = {
  identities: 'user_id',
  sessions: 'user_id',
  factors: 'user_id',
  cart_lines: 'user_id',
  cart_merges: 'user_id',
  orders: 'buyer_id',
  products: 'seller_id',
  storage_objects: 'owner_id',
} as const
/** Columns that others change by requesting emails to the canary and buying from it. */
const CHANGED_BY_OTHERS = ['recovery_sent_at', 'confirmation_sent_at', 'updated_at', 'total_sales']

/** Returns the canary's data, except the columns that others may change. */
export async function readCanary(db: Db, { buyer, seller, orderId }: Canary): Promise<unknown> {
  const users = sql`(${buyer.user_id}::uuid, ${seller.user_id}::uuid)`
  const read = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${CHANGED_BY_OTHERS}::text[])::text as row
      from ${sql.table(table)} t where ${where} order by 1`.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(
    await Promise.all([
      read('users', sql`id in ${users}`),
      ...Object.entries(OWNED).map(([table, column]) => read(table, sql`${sql.ref(column)} in ${users}`)),
      read('order_lines', sql`order_number = ${Number(orderId.slice(3))}`),
    ]),
  )
}
