import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** A person who does nothing while others do everything they can think of, with what is theirs. */
export interface Canary {
  buyer: { user_id: string }
  seller: { user_id: string }
  orderId: string
  productId: string
}

/** Whose column it is in, by table: everything that is the canary's. */
const OWNED = {
  identities: 'user_id',
  sessions: 'user_id',
  factors: 'user_id',
  cart_lines: 'user_id',
  cart_merges: 'user_id',
  idempotency_keys: 'user_id',
  orders: 'buyer_id',
  products: 'seller_id',
  storage_objects: 'owner_id',
} as const
/** Anybody may ask for a mail to somebody, and buy from them. */
const MOVED_BY_OTHERS = ['recovery_sent_at', 'confirmation_sent_at', 'updated_at', 'total_sales']

/** Everything that is the canary's, as JSON, without what others may move. */
export async function readCanary(db: Db, { buyer, seller, orderId }: Canary): Promise<unknown> {
  const people = sql`(${buyer.user_id}::uuid, ${seller.user_id}::uuid)`
  const read = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${MOVED_BY_OTHERS}::text[])::text as row
      from ${sql.table(table)} t where ${where} order by 1`.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(
    await Promise.all([
      read('users', sql`id in ${people}`),
      ...Object.entries(OWNED).map(([table, column]) => read(table, sql`${sql.ref(column)} in ${people}`)),
      read('order_lines', sql`order_number = ${Number(orderId.slice(3))}`),
    ]),
  )
}
