import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'
import { deleteExpiredKeys } from '../data/expired-queries.ts'
import type { RowsOf } from './links.ts'

/** Deletes the oldest guests created before a time, apart from those with rows of `keptBy`; returns their ids. */
export async function deleteOldGuests(
  tx: Tx,
  guests: { createdBefore: Date; keptBy: readonly RowsOf[]; limit: number },
): Promise<string[]> {
  const kept = guests.keptBy.map((rowsOf) => sql`not ${rowsOf(sql`users.id`)}`)
  const deleted = await deleteExpiredKeys<{ id: string }>(tx, {
    table: sql`users`,
    key: sql`id`,
    expired: sql.join([sql`is_anonymous and created_at < ${guests.createdBefore}`, ...kept], sql` and `),
    order: sql`created_at`,
    limit: guests.limit,
  })
  return deleted.map(({ id }) => id)
}
