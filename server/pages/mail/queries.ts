import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'

export type Channel = Tables['outgoing_messages']['channel']

/** Adds new messages, to the outbox when their channel has no sender; returns the ids of those to send. */
export async function insertMessages(
  tx: Tx,
  messages: { id: string; channel: Channel; content: Buffer; expires_at: Date; forOutbox: boolean }[],
  now: Date,
): Promise<string[]> {
  const inserted = await insert(tx, {
    now,
    ids: messages.map(({ id }) => id),
    channels: messages.map(({ channel }) => channel),
    contents: messages.map(({ content }) => content),
    expiries: messages.map(({ expires_at }) => expires_at),
    forOutbox: messages.map(({ forOutbox }) => forOutbox),
  })
  return inserted.flatMap(({ id, is_waiting }) => (is_waiting ? [id] : []))
}

interface Inserted {
  now: Date
  /** In the order of the messages. */
  ids: string[]
  channels: Channel[]
  contents: Buffer[]
  expiries: Date[]
  forOutbox: boolean[]
}

const insert = prepared('messages_insert', (db, { now, ids, channels, contents, expiries, forOutbox }: Inserted) =>
  sql<{ id: string; is_waiting: boolean }>`
    insert into outgoing_messages (id, channel, content, expires_at, sent_at, created_at)
    select id, channel, content, expires_at, case when for_outbox then ${now}::timestamptz end, ${now}::timestamptz
    from unnest(
      ${ids}::uuid[], ${channels}::text[], ${contents}::bytea[], ${expiries}::timestamptz[], ${forOutbox}::boolean[]
    ) message (id, channel, content, expires_at, for_outbox)
    on conflict (id) do nothing
    returning id, sent_at is null as is_waiting`.compile(db),
)

export type WaitingMessage = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

/** Returns a message that is still to be sent. */
export async function findWaiting(db: Db, id: string) {
  const message = await db
    .selectFrom('outgoing_messages')
    .select(['channel', 'content', 'expires_at'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return message?.content ? { ...message, content: message.content } : undefined
}

/** Marks a message as sent or failed and deletes its content. */
export async function finishMessage(db: Db, id: string, end: { sent_at: Date } | { failed_at: Date }): Promise<void> {
  await db
    .updateTable('outgoing_messages')
    .set({ ...end, content: null })
    .where('id', '=', id)
    .execute()
}

/** Leaves a message that was to be sent in the outbox. */
export async function moveToOutbox(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('outgoing_messages').set({ sent_at: now }).where('id', '=', id).execute()
}

/** Gives up all messages that are not sent yet, and those of the outbox; returns how many. */
export async function failAllMessages(db: Db, failed_at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outgoing_messages')
    .set({ failed_at, content: null })
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const outbox = (db: Db) =>
  db.selectFrom('outgoing_messages').select(['id', 'channel', 'content', 'created_at']).where('sent_at', 'is not', null)

/** Returns the newest messages of the outbox, at most `limit`. */
export function readOutbox(db: Db, limit: number) {
  return outbox(db).where('content', 'is not', null).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

/** Returns a message of the outbox; its content is null once it was sent. */
export function readOutboxMessage(db: Db, id: string) {
  return outbox(db).where('id', '=', id).executeTakeFirst()
}

export const deleteMessages = deletionOf(sql`outgoing_messages`, sql`id`, sql`created_at`)
