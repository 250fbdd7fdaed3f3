import { sql } from 'kysely'
import { advisoryLocks } from '../../../db/advisory-locks.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'

/** Counting the words of a million products takes seconds: those of a large shop are counted every ten minutes. */
const LARGE_SHOP = 20_000
const EVERY = '10 minutes'

/** Counts the words of the products in the shop, unless that was done shortly before or is being done. */
export async function countWords(db: Db, { isDue = false } = {}): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ is_due: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLocks.countingWords}) and (${isDue} or reltuples < ${LARGE_SHOP} or coalesce(
        pg_stat_get_last_analyze_time('search_words'::regclass) < now() - ${EVERY}::interval, true)) as is_due
      from pg_class where oid = 'product_search'::regclass`.execute(tx)
    if (!rows[0]?.is_due) return
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      with counted as materialized (
        select word, ndoc as products from ts_stat('select document from product_search')
        where char_length(word) between 3 and 40
      ), removed as (
        delete from search_words where not exists (select from counted where counted.word = search_words.word)
      )
      insert into search_words as known (word, products) select word, products from counted
      on conflict (word) do update set products = excluded.products
        where 10 * abs(known.products - excluded.products) > known.products`.execute(tx)
    // Says when it was done, to other processes as well.
    await sql`analyze search_words`.execute(tx)
  })
}
