import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/tables.ts'
import type { AdminAction } from '../../shared/audit/constants.ts'
import { MAX_MATCHES } from '../../shared/kernel/list-constants.ts'

/** What must be true of an admin's action. */
export interface ActivityConditions {
  /** The action is on one of these targets, or by one of these admins. */
  of?: { targets: string[]; admins: string[] }
  action?: AdminAction
  /** From the one time until before the other. */
  from?: Date
  until?: Date
}

export type ActivityRow = Selectable<Tables['admin_actions']>

const COLUMNS = sql`action_number, created_at, admin_id, action, target, from_value, to_value, reason`

/** Returns a page of what admins did, newest first, and how much it was, up to a maximum. */
export async function listActivity(
  db: Db,
  conditions: ActivityConditions,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; total_is_exact: boolean; rows: ActivityRow[] }> {
  const { rows: found } = await sql<{ total: number; numbers: number[] }>`
    with matches as materialized (
      select action_number, created_at from admin_actions where ${meets(conditions)}
      order by created_at desc, action_number desc limit ${MAX_MATCHES + 1}
    )
    select (select count(*) from matches) as total, array(
      select action_number from matches order by created_at desc, action_number desc
      offset ${offset} limit ${Math.max(0, Math.min(limit, MAX_MATCHES - offset))}
    ) as numbers`.execute(db)
  const { total = 0, numbers = [] } = found[0] ?? {}
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from admin_actions where action_number = any(${numbers}::bigint[])
    order by created_at desc, action_number desc`.execute(db)
  return { total: Math.min(total, MAX_MATCHES), total_is_exact: total <= MAX_MATCHES, rows }
}

/** Returns the number of the newest action; 0 when there is none. */
export async function readLastAction(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('admin_actions')
    .select(sql<number>`coalesce(max(action_number), 0)::bigint`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Returns the actions of a range of numbers that meet the conditions, newest first. */
export async function listActivityBetween(
  db: Db,
  conditions: ActivityConditions,
  { low, high }: { low: number; high: number },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from admin_actions
    where action_number between ${low} and ${high} and ${meets(conditions)}
    order by action_number desc`.execute(db)
  return rows
}

function meets({ of, action, from, until }: ActivityConditions): RawBuilder<boolean> {
  const all = [sql`true`]
  if (of) {
    const isTarget = sql`target = any(${of.targets}::text[])`
    all.push(of.admins.length ? sql`(${isTarget} or admin_id = any(${of.admins}::uuid[]))` : isTarget)
  }
  if (action) all.push(sql`action = ${action}`)
  if (from) all.push(sql`created_at >= ${from}`)
  if (until) all.push(sql`created_at < ${until}`)
  return sql<boolean>`${sql.join(all, sql` and `)}`
}
