import { sql } from 'kysely'
import type { Db, Tx } from '../tables.ts'
import { demoSellers } from './accounts.ts'

export { insertPictures } from './queries.ts'

/** Returns the numbers of the demo products with only a featured picture that no seller has edited. */
export async function findUndrawn(db: Db): Promise<number[]> {
  const sellers = Object.values(demoSellers).map(({ user_id }) => user_id)
  const { rows } = await sql<{ number: string }>`
    select product_number as number from products
    where seller_id = any(${sellers}::uuid[]) and revision = 1 and other_images = '[]' and visibility <> 'deleted'`.execute(
    db,
  )
  return rows.map(({ number }) => Number(number))
}

/** Calls `work` on one connection with an advisory lock, or not at all while another process has it. */
export function unlessLocked(db: Db, lock: number, work: (session: Db) => Promise<void>): Promise<void> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(session)
    if (!rows[0]?.locked) return
    try {
      await work(session)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(session)
    }
  })
}

/** Records blobs as unused from an hour on. */
export async function discardLater(db: Db, blobs: readonly string[]): Promise<void> {
  await sql`
    insert into storage_discards (blob, remove_after) select unnest(${blobs}::text[]), now() + interval '1 hour'
    on conflict (blob) do update set remove_after = excluded.remove_after`.execute(db)
}

/** Takes blobs that get a row off the unused ones. Throws an Error when it took too long and they may be removed. */
export async function claim(tx: Tx, blobs: readonly string[]): Promise<void> {
  const { rows } = await sql`
    delete from storage_discards
    where blob = any(${blobs}::text[]) and remove_after > now() + interval '10 minutes' returning blob`.execute(tx)
  if (rows.length !== blobs.length) throw new Error('a drawn picture was removed before it got its row')
}

/** Gives a product the URLs of its further pictures, as an edit; returns whether it is still as it was seeded. */
export async function addFurtherImages(
  tx: Tx,
  product_number: number,
  { urls, now }: { urls: readonly string[]; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update products set other_images = ${JSON.stringify(urls)}::jsonb, updated_at = ${now}, revision = revision + 1
    where product_number = ${product_number} and revision = 1 and other_images = '[]' and visibility <> 'deleted'
    returning product_number`.execute(tx)
  return rows.length === 1
}
