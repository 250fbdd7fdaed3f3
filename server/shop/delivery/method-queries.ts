import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { SellerMethod } from '../../../shared/delivery/schema.ts'
import { toDollars } from '../../../shared/kernel/money.ts'

type Row = Selectable<Tables['delivery_methods']>

/** Returns a seller's methods in their order. */
export async function listMethods(db: Db | Tx, sellerId: string): Promise<SellerMethod[]> {
  const rows = await db
    .selectFrom('delivery_methods')
    .select(['method_id', 'revision', 'name', 'kind', 'destinations', 'price_by', 'price', 'more_price'])
    .select(['weight_steps', 'free_from', 'days_from', 'days_to', 'pickup_address', 'active'])
    .where('seller_id', '=', sellerId)
    .orderBy('place')
    .orderBy('method_id')
    .execute()
  return rows.map(inDollars)
}

function inDollars({
  price,
  more_price,
  weight_steps,
  free_from,
  ...method
}: Omit<Row, 'seller_id' | 'place'>): SellerMethod {
  return {
    ...method,
    price: Number(price),
    more_price: Number(more_price),
    weight_steps: weight_steps.map((step) => ({ ...step, price: toDollars(step.price) })),
    free_from: free_from === null ? null : Number(free_from),
  }
}

/** The columns that a seller writes. */
export type WrittenMethod = Omit<
  Insertable<Tables['delivery_methods']>,
  'method_id' | 'seller_id' | 'place' | 'revision'
>

export type MethodKey = Pick<Insertable<Tables['delivery_methods']>, 'seller_id'> & { method_id: string }

/** Adds a method after a seller's others. */
export async function insertMethod(tx: Tx, method: WrittenMethod & MethodKey): Promise<void> {
  const place = sql<number>`(
    select coalesce(max(place), 0) + 1 from delivery_methods where seller_id = ${method.seller_id}::uuid)`
  await tx
    .insertInto('delivery_methods')
    .values({ ...method, place })
    .execute()
}

export async function updateMethod(tx: Tx, id: string, change: WrittenMethod): Promise<void> {
  await tx
    .updateTable('delivery_methods')
    .set({ ...change, revision: sql`revision + 1` })
    .where('method_id', '=', id)
    .execute()
}

export async function deleteMethod(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('delivery_methods').where('method_id', '=', id).execute()
}

/** Puts methods in the order of these ids. */
export async function orderMethods(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update delivery_methods set place = wanted.place
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (method_id, place)
    where wanted.method_id = delivery_methods.method_id`.execute(tx)
}
