import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../../db/tables.ts'
import { type ActivitySort, ADMIN_ACTIONS, type AdminAction } from '../../../shared/audit/constants.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import { withinDays } from '../../platform/data/condition-queries.ts'
import { highestOf } from '../../platform/data/count-queries.ts'
import { readMatches } from '../../platform/data/match-queries.ts'
import type { Sorting } from '../../platform/data/paging.ts'
import type { Difference } from './queries.ts'

export interface ActivityConditions {
  /** Only actions on one of these targets, or by one of these admins. */
  of?: { targets: string[]; admins: string[] }
  action?: AdminAction
  /** The first and the last day, both included. */
  from?: string
  to?: string
}

export type ActivityRow = Selectable<Tables['admin_actions']>

const COLUMNS = sql`action_number, created_at, admin_id, action, target, from_value, to_value, reason`

interface ActivitySorting extends Sorting<ActivitySort> {
  nameOf: (userId: RawBuilder<unknown>) => RawBuilder<string>
}

/** The actions in the order of their names in the list. */
const ACTIONS_BY_NAME = ADMIN_ACTIONS.toSorted((a, b) =>
  auditMessages.actions[a].localeCompare(auditMessages.actions[b], 'en'),
)

function keyOf({ sort, nameOf }: ActivitySorting): RawBuilder<unknown> {
  if (sort === 'admin') return nameOf(sql`admin_id`)
  if (sort === 'action') return sql`array_position(${ACTIONS_BY_NAME}::text[], action)`
  return sort === 'target' ? sql`target` : sql`created_at`
}

/** Returns SQL to order by a column, with the newest first among equals. */
function orderOf(sorting: ActivitySorting): RawBuilder<unknown> {
  const isAscending = sorting.direction === 'asc'
  if (sorting.sort === 'time') return isAscending ? sql`created_at, action_number` : NEWEST_FIRST
  return sql`${keyOf(sorting)} ${isAscending ? sql`asc` : sql`desc`}, ${NEWEST_FIRST}`
}

const NEWEST_FIRST = sql`created_at desc, action_number desc`

/** Returns a sorted page of admins' actions and their number up to a maximum; beyond it only the newest are sorted. */
export async function listActivity(
  db: Db,
  conditions: ActivityConditions,
  { sorting, ...page }: { offset: number; limit: number; sorting: ActivitySorting },
): Promise<{ total: number; total_is_exact: boolean; rows: ActivityRow[] }> {
  const order = orderOf(sorting)
  const query = sql`
    select action_number, created_at, admin_id, action, target from admin_actions where ${meets(conditions)}
    order by ${sorting.sort === 'time' ? order : NEWEST_FIRST}`
  const { keys, ...found } = await readMatches(db, query, { ...page, key: sql`action_number`, order })
  const { rows } = await sql<ActivityRow>`
    select ${COLUMNS} from admin_actions where action_number = any(${keys}::bigint[])
    order by array_position(${keys}::bigint[], action_number)`.execute(db)
  return { ...found, rows }
}

/** Returns an action; undefined when there is none of this number. */
export function findAction(db: Db, actionNumber: number): Promise<ActivityRow | undefined> {
  return db.selectFrom('admin_actions').selectAll().where('action_number', '=', actionNumber).executeTakeFirst()
}

/** Returns the fields that an action changed, before and after; undefined for an action that changed no settings. */
export function findDifference(db: Db, actionNumber: number): Promise<Difference | undefined> {
  return db
    .selectFrom('admin_changes')
    .select(['before', 'after'])
    .where('action_number', '=', actionNumber)
    .executeTakeFirst()
}

/** Returns the number of the newest action; 0 when there is none. */
export function readLastAction(db: Db): Promise<number> {
  return highestOf(db.selectFrom('admin_actions'), sql`action_number`)
}

/** Returns the actions in a range of numbers that match the filters, newest first. */
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

function meets({ of, action, from, to }: ActivityConditions): RawBuilder<boolean> {
  const all = [sql`true`]
  if (of) {
    const isTarget = sql`target = any(${of.targets}::text[])`
    all.push(of.admins.length ? sql`(${isTarget} or admin_id = any(${of.admins}::uuid[]))` : isTarget)
  }
  if (action) all.push(sql`action = ${action}`)
  all.push(...withinDays(from, to))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}
