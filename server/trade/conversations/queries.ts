import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { ConversationSide, MessageRole } from '../../../shared/conversations/constants.ts'
import type { Message } from '../../../shared/conversations/schema.ts'
import { countOf } from '../../platform/data/count-queries.ts'

/** Identifies the conversation about a seller order. */
export interface ConversationKey {
  seller_id: string
  order_number: number
}

/** Returns a condition for the rows of a conversation. */
export const isOf = ({ seller_id, order_number }: ConversationKey) =>
  sql<boolean>`(seller_id = ${seller_id}::uuid and order_number = ${order_number}::bigint)`

/** Locks a conversation until the transaction ends, and creates it if it is missing; returns its count of messages. */
export async function openConversation(tx: Tx, key: ConversationKey, number: number): Promise<number> {
  const known = await lockConversation(tx, key)
  if (known !== undefined) return known
  const { seller_id, order_number } = key
  await tx
    .insertInto('conversations')
    .values({ seller_id, order_number, number, messages: 0 })
    .onConflict((conflict) => conflict.columns(['seller_id', 'order_number']).doNothing())
    .execute()
  return (await lockConversation(tx, key)) ?? 0
}

const conversationOf = (db: Db | Tx, key: ConversationKey) =>
  db.selectFrom('conversations').select('messages').where(isOf(key))

export async function readMessageCount(db: Db, key: ConversationKey): Promise<number> {
  return (await conversationOf(db, key).executeTakeFirst())?.messages ?? 0
}

/** Locks a conversation until the transaction ends; returns its count of messages, undefined if it is missing. */
export async function lockConversation(tx: Tx, key: ConversationKey): Promise<number | undefined> {
  const row = await conversationOf(tx, key)
    .forNoKeyUpdate() // guard: conversation-lock
    .executeTakeFirst()
  return row?.messages
}

export interface StoredMessage extends Message {
  by_user: string | null
}

export async function listMessages(db: Db | Tx, key: ConversationKey, after: number): Promise<StoredMessage[]> {
  const rows = await messagesOf(db).where(isOf(key)).where('number', '>', after).orderBy('number').execute()
  return rows.map(toMessage)
}

export function countWritten(db: Db | Tx, key: ConversationKey, role: MessageRole): Promise<number> {
  return countOf(db.selectFrom('conversation_messages').where(isOf(key)).where('by_role', '=', role))
}

export async function findMessage(tx: Tx, key: ConversationKey, messageId: string): Promise<StoredMessage | undefined> {
  const row = await messagesOf(tx).where(isOf(key)).where('message_id', '=', messageId).executeTakeFirst()
  return row && toMessage(row)
}

function messagesOf(db: Db | Tx) {
  return db
    .selectFrom('conversation_messages')
    .select(['number', 'message_id', 'by_role as by', 'by_user', 'text', 'created_at'])
}

function toMessage({ created_at, ...row }: Omit<StoredMessage, 'at'> & { created_at: Date }): StoredMessage {
  return { ...row, at: created_at.toISOString() }
}

type NewMessage = Omit<Insertable<Tables['conversation_messages']>, keyof ConversationKey>

/** Adds a message to a conversation that the transaction has locked; returns its global number. */
export async function insertMessage(tx: Tx, key: ConversationKey, message: NewMessage): Promise<number> {
  const { seller_id, order_number } = key
  const { message_number } = await tx
    .with('counted', (query) => query.updateTable('conversations').set({ messages: message.number }).where(isOf(key)))
    .insertInto('conversation_messages')
    .values({ seller_id, order_number, ...message })
    .returning('message_number')
    .executeTakeFirstOrThrow()
  return message_number
}

/** Delays the first mail: an open conversation is read within this time. */
const MAIL_AFTER_SECONDS = 60
const MAILS_APART_SECONDS = 600

export interface SideOfMessage {
  side: ConversationSide
  user_id: string
  /** True for a message of the other side. */
  is_unread: boolean
}

/** Counts a message for both sides of a locked conversation; returns the unread count of each. */
export async function countMessage(
  tx: Tx,
  { seller_id, order_number }: ConversationKey,
  { sides, last_message, now }: { sides: readonly SideOfMessage[]; last_message: number; now: Date },
): Promise<Map<ConversationSide, number>> {
  const { rows } = await sql<{ side: ConversationSide; unread: number }>`
    insert into conversation_sides as known (seller_id, order_number, side, user_id, last_message, unread, mail_at)
    select ${seller_id}::uuid, ${order_number}::bigint, side, user_id, ${last_message}::bigint, is_unread::integer,
      case when is_unread then ${now}::timestamptz + make_interval(secs => ${MAIL_AFTER_SECONDS}) end
    from unnest(
      ${sides.map(({ side }) => side)}::text[], ${sides.map(({ user_id }) => user_id)}::uuid[],
      ${sides.map(({ is_unread }) => is_unread)}::boolean[]
    ) given (side, user_id, is_unread)
    order by side
    on conflict (seller_id, order_number, side) do update set
      last_message = excluded.last_message, unread = known.unread + excluded.unread,
      mail_at = coalesce(known.mail_at,
        greatest(excluded.mail_at, case when excluded.mail_at is not null
          then known.mailed_at + make_interval(secs => ${MAILS_APART_SECONDS}) end))
    returning side, unread`.execute(tx)
  return new Map(rows.map(({ side, unread }) => [side, unread]))
}

export async function readUnread(db: Db, key: ConversationKey, side: ConversationSide): Promise<number> {
  const row = await db
    .selectFrom('conversation_sides')
    .select('unread')
    .where(isOf(key))
    .where('side', '=', side)
    .executeTakeFirst()
  return row?.unread ?? 0
}

/** Marks a locked conversation as read up to a message; returns the unread count. */
export async function setRead(
  tx: Tx,
  { seller_id, order_number }: ConversationKey,
  { side, upTo }: { side: ConversationSide; upTo: number },
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    with counted as (
      select greatest(read_to, ${upTo}::smallint) as read_to, (
        select count(*) from conversation_messages message
        where message.seller_id = sides.seller_id and message.order_number = sides.order_number
          and message.number > greatest(read_to, ${upTo}::smallint) and by_role <> side
      ) as unread
      from conversation_sides sides
      where seller_id = ${seller_id}::uuid and order_number = ${order_number} and side = ${side}
    )
    update conversation_sides sides set read_to = counted.read_to, unread = counted.unread,
      mail_at = case when counted.unread > 0 then mail_at end
    from counted
    where seller_id = ${seller_id}::uuid and order_number = ${order_number} and side = ${side}
    returning sides.unread`.execute(tx)
  return rows[0]?.unread ?? 0
}
