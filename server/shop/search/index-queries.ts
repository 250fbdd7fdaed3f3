import { sql } from 'kysely'
import { advisoryLocks } from '../../../db/advisory-locks.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'

/** The limit of products that a transaction reindexes: it locks rows that orders of the last units need. */
const BATCH = 500

/**
 * Reindexes a batch of a seller's products in the shop, after a number, with the seller's current name; returns the last
 * number, undefined when no others follow.
 */
export async function indexBatch(tx: Tx, seller_id: string, after: number): Promise<number | undefined> {
  // Locked first: a concurrent change writes its row later, and an earlier one is read by the next statement.
  const { rows } = await sql<{ product_number: number }>`
    select product_number from product_search where seller_id = ${seller_id} and product_number > ${after}
    order by product_number limit ${BATCH} for update`.execute(tx)
  const numbers = rows.map(({ product_number }) => product_number)
  await sql`
    update product_search shown set document = present.document from searchable_products present
    where shown.product_number = any(${numbers}::bigint[]) and present.product_number = shown.product_number
      and present.document <> shown.document`.execute(tx)
  return numbers.length === BATCH ? numbers.at(-1) : undefined
}

/** Counting the words of a million products takes seconds, so a large shop waits for this many changes, or this long. */
const [LARGE_SHOP, CHANGES, INTERVAL] = [20_000, 500, '10 minutes']

/** Counts the words of the products in the shop when enough has changed and no other process is counting. */
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
  // Resets PostgreSQL's count of changes, which decides about the next time.
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
