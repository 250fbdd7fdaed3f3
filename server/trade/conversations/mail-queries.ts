import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { ConversationSide } from '../../../shared/conversations/constants.ts'
import { type ConversationKey, isOf } from './queries.ts'

/** Returns a condition: whether any side is due for a mail. */
export function areSidesToMail(now: Date): RawBuilder<boolean> {
  return sql`exists (select from conversation_sides where mail_at <= ${now})`
}

export interface DueSide extends ConversationKey {
  side: ConversationSide
  user_id: string
  order_id: string
  number: number
  /** The last message that was mailed or read. */
  known_to: number
}

/** Locks and returns up to `limit` sides that are due for a mail, longest due first. */
export async function lockDueSides(tx: Tx, now: Date, limit: number): Promise<DueSide[]> {
  const { rows } = await sql<DueSide>`
    select seller_id, order_number, side, user_id, numbered_id('ORD', order_number) as order_id, number,
      greatest(mailed_to, read_to) as known_to
    from conversation_sides join conversations using (seller_id, order_number)
    where mail_at <= ${now}
    order by mail_at limit ${limit}
    for update of conversation_sides`.execute(tx)
  return rows
}

export type MessageToMail = Awaited<ReturnType<typeof listMessagesToMail>>[number]

/** Returns messages after `known_to` that others have written since a time, oldest first. */
export function listMessagesToMail(tx: Tx, { side, known_to, ...key }: DueSide, since: Date) {
  return tx
    .selectFrom('conversation_messages')
    .select(['number', 'by_role', 'text'])
    .where(isOf(key))
    .where('number', '>', known_to)
    .where('by_role', '<>', side)
    .where('created_at', '>=', since)
    .orderBy('number')
    .execute()
}

/** Records that a side was mailed up to a message; without one, that no mail is due. */
export async function setMailed(tx: Tx, { side, ...key }: DueSide, mailed: { to: number; at: Date } | undefined) {
  await tx
    .updateTable('conversation_sides')
    .set({ mail_at: null, ...(mailed && { mailed_to: mailed.to, mailed_at: mailed.at }) })
    .where(isOf(key))
    .where('side', '=', side)
    .execute()
}
