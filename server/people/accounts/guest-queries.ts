import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { RowsOf } from './links.ts'

export interface GuestPlace {
  /** PostgreSQL's text, exact to the microsecond. */
  created_at: string
  id: string
}

/**
 * Deletes at most `limit` old guests without rows of `referencedBy`, among the next `scanned` after a place; returns their ids,
 * and the place for the next batch.
 */
export async function deleteOldGuests(
  tx: Tx,
  guests: {
    createdBefore: Date
    after: GuestPlace | null
    referencedBy: readonly RowsOf[]
    scanned: number
    limit: number
  },
): Promise<{ deleted: string[]; place: GuestPlace | null }> {
  const { createdBefore, after, referencedBy, scanned, limit } = guests
  const unreferenced = referencedBy.map((rowsOf) => sql`not ${rowsOf(sql`users.id`)}`)
  const isAfter = after
    ? sql`created_at >= ${after.created_at}::timestamptz and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<{ deleted: string[]; place: GuestPlace | null }>`
    with next as materialized (
      select id, created_at from users where is_anonymous and created_at < ${createdBefore} and ${isAfter}
      order by created_at, id limit ${scanned}
    ), expired as materialized (
      select users.id, users.created_at from next join users using (id)
      where ${sql.join([sql`is_anonymous`, ...unreferenced], sql` and `)}
      order by users.created_at, users.id limit ${limit} for update of users
    ), deleted as (
      delete from users where id in (select id from expired) returning id
    ), scanned as (
      select id, created_at from expired where (select count(*) from expired) = ${limit}
      union all
      select id, created_at from next where (select count(*) from expired) < ${limit} and (select count(*) from next) = ${scanned}
    )
    select (select coalesce(json_agg(id), '[]') from deleted) as deleted, (
      select json_build_object('id', id, 'created_at', created_at::text) from scanned
      order by scanned.created_at desc, id desc limit 1
    ) as place`.execute(tx)
  return rows[0] ?? { deleted: [], place: null }
}
