import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { type ConversationSide, EXCERPT_LENGTH, type MessageRole } from '../../../shared/conversations/constants.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { isFoundBy, type SellerOrderSearch } from '../orders/seller-search-queries.ts'

export interface ListedConversation {
  seller_id: string
  order_id: string
  number: number
  messages: number
  unread: number
  by_role: MessageRole
  /** The beginning of the newest message. */
  text: string
  created_at: Date
}

export interface ConversationConditions {
  unreadOnly: boolean
  /** Restricts the list to matching orders; names and products are searched in the newest 10,000. */
  search: SellerOrderSearch | undefined
}

/** Returns a page of a user's conversations, newest first, and their count up to a maximum. */
export async function listConversations(
  db: Db,
  { userId, side }: { userId: string; side: ConversationSide },
  { unreadOnly, search }: ConversationConditions,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; total_is_exact: boolean; rows: ListedConversation[] }> {
  const own = sql`conversation_sides where user_id = ${userId}::uuid and side = ${side}
    and ${unreadOnly ? sql`unread > 0` : sql`true`}`
  const byText = search?.text !== undefined
  const newest = sql`select * from ${own} order by order_number desc limit ${MAX_MATCHES + 1}`
  const { rows: found } = await sql<{ total: number; examined: number; rows: ListedConversation[] }>`
    with matches as materialized (
      select seller_id, order_number, last_message, unread
      from (${byText ? newest : sql`select * from ${own}`}) searched
      where ${search ? isFoundBy(userId, search) : sql`true`}
      order by ${search ? sql`order_number desc` : sql`last_message desc`} limit ${MAX_MATCHES + 1}
    ), page as (
      select * from matches order by last_message desc
      offset ${offset} limit ${Math.max(0, Math.min(limit, MAX_MATCHES - offset))}
    )
    select (select count(*) from matches) as total,
      ${byText ? sql`(select count(*) from (${newest}) examined)` : sql`0::bigint`} as examined, coalesce((
      select json_agg(json_build_object(
          'seller_id', seller_id, 'order_id', numbered_id('ORD', order_number), 'number', talk.number,
          'messages', talk.messages, 'unread', unread, 'by_role', by_role, 'text', left(text, ${EXCERPT_LENGTH}::integer),
          'created_at', created_at
        ) order by last_message desc)
      from page join conversations talk using (seller_id, order_number)
      join conversation_messages newest using (seller_id, order_number)
      where newest.number = talk.messages
    ), '[]') as rows`.execute(db)
  const { total = 0, examined = 0, rows = [] } = found[0] ?? {}
  return {
    total: Math.min(total, MAX_MATCHES),
    total_is_exact: Math.max(total, examined) <= MAX_MATCHES,
    rows: rows.map((row) => ({ ...row, created_at: new Date(row.created_at) })),
  }
}
