import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { Notice } from '../../../shared/audit/schema.ts'

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
