import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { type AdminAction, NOTICED_ACTIONS } from '../../../shared/audit/constants.ts'
import type { Notice } from '../../../shared/audit/schema.ts'
import { deleteNotificationsWith, notify } from '../notifications/queries.ts'

/** The admin of an action, and its time, also used for the changed rows. */
export interface Acting {
  admin_id: string
  now: Date
  /** The admin's reason, in free text. */
  reason?: string
}

export interface RecordedChange {
  target: string
  from: string | null
  to: string | null
  notice?: { seller_ids: readonly string[]; subject: string }
  difference?: Difference
}

/** The fields that an action changed, before and after; null for what did not exist. Never with a secret's value. */
export interface Difference {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Records an admin's action on each target, in the transaction of the action, with the notices for sellers. */
export async function insertActions(
  tx: Tx,
  { admin_id, now, reason }: Acting,
  action: AdminAction,
  changes: RecordedChange[],
): Promise<void> {
  if (!changes.length) return
  const recorded = await tx
    .insertInto('admin_actions')
    .values(
      changes.map(({ target, from, to }) => ({
        admin_id,
        action,
        target,
        from_value: from,
        to_value: to,
        reason: reason ?? null,
        created_at: now,
      })),
    )
    .returning(['action_number', 'target'])
    .execute()
  const numbers = new Map(recorded.map(({ target, action_number }) => [target, action_number]))
  const numberOf = (target: string) => numbers.get(target) ?? 0
  const differences = changes.flatMap(({ target, difference }) =>
    difference
      ? [{ action_number: numberOf(target), before: asJson(difference.before), after: asJson(difference.after) }]
      : [],
  )
  if (differences.length) await tx.insertInto('admin_changes').values(differences).execute()
  const notices = changes.flatMap(({ target, to, notice: { seller_ids, subject } = NO_NOTICE }) =>
    seller_ids.map((seller_id) => ({ seller_id, action_number: numberOf(target), subject, to })),
  )
  if (!notices.length) return
  await tx
    .insertInto('seller_notices')
    .values(notices.map(({ to: _, ...notice }) => notice))
    .execute()
  const kind = NOTICED_ACTIONS.find((noticed) => noticed === action)
  if (!kind) return
  const notifications = notices.map(({ seller_id, to, ...facts }) => ({
    user_id: seller_id,
    kind,
    facts: { ...facts, to, reason: reason ?? null },
    path: pathAbout(kind, facts.subject),
  }))
  await notify(tx, notifications, now)
}

const NO_NOTICE = { seller_ids: [], subject: '' }

const asJson = (state: Difference['before']) => state && JSON.stringify(state)

function pathAbout(action: (typeof NOTICED_ACTIONS)[number], subject: string): string {
  switch (action) {
    case 'order_state':
      return `/seller/orders/${subject}`
    case 'seller_approval':
      return '/seller/settings/shop'
    case 'delete_product':
    case 'hide_product':
    case 'show_product':
      return '/seller/products'
    default:
      return '/seller/dashboard'
  }
}

const MAX_VALUE = 100

/**
 * Records an admin's change of settings, with the fields that differ between two states of them; null for a state in which
 * they did not exist. Nothing differs: nothing is recorded. A value that must stay secret is given as `changed`.
 */
export async function recordSettings(
  tx: Tx,
  acting: Acting,
  action: AdminAction,
  { target, before, after }: { target: string } & Difference,
): Promise<void> {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  )
  if (!fields.length) return
  const partOf = (state: Difference['before']) =>
    state && Object.fromEntries(fields.map((field) => [field, state[field] ?? null]))
  const difference = { before: partOf(before), after: partOf(after) }
  const to = fields.join(' ').slice(0, MAX_VALUE)
  await insertActions(tx, acting, action, [{ target, from: null, to, difference }])
}

/** Deletes the notices and notifications of an admin's action that was undone. */
export async function deleteNotices(tx: Tx, action: (typeof NOTICED_ACTIONS)[number], targets: string[]) {
  const { rows } = await sql<{ seller_id: string; action_number: number }>`
    delete from seller_notices using admin_actions
    where admin_actions.action_number = seller_notices.action_number
      and target = any(${targets}::text[]) and action = ${action}
    returning seller_id, seller_notices.action_number`.execute(tx)
  await deleteNotificationsWith(tx, {
    kind: action,
    user_ids: [...new Set(rows.map(({ seller_id }) => seller_id))],
    name: 'action_number',
    values: rows.map(({ action_number }) => action_number),
  })
}

/** Returns SQL for whether an admin, or any admin, performed an action on a target at a time. */
export function wasActedOn(acted: {
  action: AdminAction
  admin_id?: string
  target: Expression<string>
  at: Expression<Date>
}): Expression<SqlBool> {
  return sql`exists (
    select from admin_actions
    where admin_actions.target = ${acted.target} and action = ${acted.action} and admin_actions.created_at = ${acted.at}
      ${acted.admin_id === undefined ? sql`` : sql`and admin_id = ${acted.admin_id}`}
  )`
}

/** Returns the newest actions of one kind on a target, newest first. */
export function listActions(db: Db, action: AdminAction, target: string, limit: number) {
  return db
    .selectFrom('admin_actions')
    .select(['admin_id', 'from_value', 'to_value', 'reason', 'created_at'])
    .where('target', '=', target)
    .where('action', '=', action)
    .orderBy('action_number', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the newest notices of a seller, and the number of all. */
export async function listNotices(db: Db, sellerId: string, limit: number) {
  const rows = await db
    .selectFrom('seller_notices')
    .innerJoin('admin_actions', 'admin_actions.action_number', 'seller_notices.action_number')
    .select(['notice_number', 'created_at', 'action', 'subject', 'to_value', 'reason'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('seller_id', '=', sellerId)
    .orderBy('notice_number', 'desc')
    .limit(limit)
    .execute()
  return {
    total: rows[0]?.total ?? 0,
    notices: rows.map(({ created_at, to_value, total: _, ...row }) => ({
      ...row,
      // Only these actions have notices.
      action: row.action as Notice['action'],
      to: to_value,
      created_at: created_at.toISOString(),
    })),
  }
}

/** Deletes a seller's own notice; returns false when there is none. */
export async function deleteNotice(db: Db, sellerId: string, noticeNumber: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('seller_notices')
    .where('notice_number', '=', noticeNumber)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
