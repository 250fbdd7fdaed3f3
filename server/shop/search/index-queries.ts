import { sql } from 'kysely'
import { advisoryLocks } from '../../../db/advisory-locks.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'

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

/** Counting the words of a million products takes seconds: a large shop waits for so many changes, or so long. */
const [LARGE_SHOP, CHANGES, INTERVAL] = [20_000, 500, '10 minutes']

/** Counts the words of the products in the shop when enough has changed, and no other process does. */
export async function countWordsWhenDue(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ is_due: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLocks.countingWords}) and (
        last_analyze is null or not exists (select from search_words)
        -- PostgreSQL has analysed the table by itself, which hides the changes before.
        or last_autoanalyze > last_analyze
        or n_mod_since_analyze >= ${CHANGES}
        or n_mod_since_analyze > 0 and (n_live_tup < ${LARGE_SHOP} or last_analyze < now() - ${INTERVAL}::interval)
      ) as is_due
      from pg_stat_user_tables where relid = 'product_search'::regclass`.execute(tx)
    if (!rows[0]?.is_due) return
    await sql`set local statement_timeout = 0`.execute(tx)
    await countWords(tx)
  })
}

export async function countWords(db: Db | Tx): Promise<void> {
  // From here on PostgreSQL counts the changes for the next time.
  await sql`analyze product_search`.execute(db)
  await sql`
    with counted as materialized (
      select word, ndoc as products from ts_stat('select document from product_search')
      where char_length(word) between 3 and 40
    ), removed as (
      delete from search_words where not exists (select from counted where counted.word = search_words.word)
    )
    insert into search_words as known (word, products) select word, products from counted
    on conflict (word) do update set products = excluded.products
      where 10 * abs(known.products - excluded.products) > known.products`.execute(db)
}
