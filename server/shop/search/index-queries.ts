import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'

/** Returns the numbers of a seller's products in the shop that follow a number, in order. */
export async function listOfSeller(
  tx: Tx,
  { seller_id, after, limit }: { seller_id: string; after: number; limit: number },
): Promise<number[]> {
  const found = await tx
    .selectFrom('product_search')
    .select('product_number')
    .where('seller_id', '=', seller_id)
    .where('product_number', '>', after)
    .orderBy('product_number')
    .limit(limit)
    .execute()
  return found.map(({ product_number }) => product_number)
}

/** Writes what searches find these products by, as they are now; those not in the shop are removed. */
export async function indexProducts(tx: Tx, numbers: readonly number[]): Promise<void> {
  if (!numbers.length) return
  // What changes meanwhile writes its row later, and what has changed is read by the next statements.
  await sql`
    select from product_search where product_number = any(${numbers}::bigint[]) order by product_number for update`.execute(
    tx,
  )
  await sql`
    delete from product_search where product_number = any(${numbers}::bigint[])
      and not exists (select from searchable_products shown where shown.product_number = product_search.product_number)`.execute(
    tx,
  )
  await sql`
    insert into product_search select * from searchable_products where product_number = any(${numbers}::bigint[])
    on conflict (product_number) do update set
      seller_id = excluded.seller_id, categories = excluded.categories, name = excluded.name, price = excluded.price,
      rating = excluded.rating, in_stock = excluded.in_stock, on_sale = excluded.on_sale, letters = excluded.letters,
      document = excluded.document
    where product_search is distinct from excluded`.execute(tx)
}
