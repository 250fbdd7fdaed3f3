import { sql } from 'kysely'
import type { Tx } from '../tables.ts'
import type { ConversationRow } from './conversations.ts'

/** Inserts conversations. What is unread is neither announced nor mailed: it is of the past. */
export async function insertConversations(tx: Tx, conversations: readonly ConversationRow[]): Promise<void> {
  await sql`
    with talks as materialized (
      select talk.*, seller_order.number, jsonb_array_length(talk.messages)::smallint as count
      from jsonb_to_recordset(${JSON.stringify(conversations)}::jsonb) as talk(
        order_number bigint, seller_id uuid, buyer_id uuid, messages jsonb, unread smallint)
      join seller_orders seller_order using (order_number, seller_id)
    ), opened as (
      insert into conversations (seller_id, order_number, number, messages)
      select seller_id, order_number, number, count from talks
    ), said as (
      insert into conversation_messages (seller_id, order_number, number, message_id, by_role, by_user, text, created_at)
      select seller_id, order_number, place, message_id, by_role,
        case by_role when 'buyer' then buyer_id else seller_id end, text, created_at
      from talks, rows from (jsonb_to_recordset(messages) as (
        message_id uuid, by_role text, text text, created_at timestamptz)) with ordinality as message(
        message_id, by_role, text, created_at, place)
      order by created_at
      returning seller_id, order_number, number, by_role, message_number
    )
    insert into conversation_sides (seller_id, order_number, side, user_id, last_message, read_to, unread, mailed_to)
    select seller_id, order_number, side, case side when 'buyer' then buyer_id else seller_id end, message_number,
      case when by_role = side then count else count - unread end, case when by_role = side then 0 else unread end, count
    from talks join said using (seller_id, order_number), unnest(array['buyer', 'seller']) side
    where said.number = count`.execute(tx)
}
