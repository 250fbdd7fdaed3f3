import type { Db } from '../../db/tables.ts'

/** The highest product number given so far; 0 in an empty market. */
export async function lastProductNumber(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('last_number').where('name', '=', 'product').executeTakeFirst()
  return row?.last_number ?? 0
}

/** Ids and last changes of the products numbered from `first` to `last`, by number. */
export async function productsNumbered(db: Db, first: number, last: number) {
  return db
    .selectFrom('products')
    .select(['product_id', 'updated_at'])
    .where('product_number', '>=', first)
    .where('product_number', '<=', last)
    .where('deleted_at', 'is', null)
    .orderBy('product_number')
    .execute()
}
