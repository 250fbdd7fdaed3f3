import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { ConversationSide } from '../../shared/conversations/constants.ts'
import type { Conversation } from '../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../shared/fulfilment/rules.ts'
import { listSellerNames } from '../catalog/seller-page-queries.ts'
import { markSubjectRead } from '../notifications/queries.ts'
import type { OrderPart } from '../orders/part-queries.ts'
import { canWrite, findPart, type Participant, type Target } from './find-part.ts'
import { type ConversationKey, listMessages, lockConversation, readUnread, setRead } from './queries.ts'

/** Returns what a participant is a side of; undefined for admins. */
function sideOf({ role }: Participant): ConversationSide | undefined {
  return role === 'admin' ? undefined : role
}

/** Returns what notifications about a conversation are about. */
export function subjectOf({ order_id, number }: Pick<OrderPart, 'order_id' | 'number'>): string {
  return `messages ${sellerOrderId(order_id, number ?? 0)}`
}

/** Returns a conversation with its messages after the one of this number. Throws AppError as `findPart`. */
export async function readConversation(
  db: Db,
  participant: Participant,
  { target, after = 0 }: { target: Target; after?: number | undefined },
): Promise<Conversation> {
  const part = await findPart(db, participant, target)
  return read(db, part, { participant, after })
}

async function read(
  db: Db,
  part: ConversationKey,
  { participant, after }: { participant: Participant; after: number },
): Promise<Conversation> {
  const side = sideOf(participant)
  const [messages, unread, names] = await Promise.all([
    listMessages(db, part, after),
    side ? readUnread(db, part, side) : 0,
    listSellerNames(db, [part.seller_id]),
  ])
  return {
    seller_name: names.get(part.seller_id)?.name ?? '',
    messages,
    unread,
    can_write: await canWrite(db, participant, { ...part, messages: Math.max(after, messages.at(-1)?.number ?? 0) }),
  }
}

/**
 * Marks the messages of a conversation up to one as read, and the notification about them; returns how many are unread. One
 * that does not exist yet marks nothing. Throws AppError as `findPart`.
 */
export async function markMessagesRead(
  { db, now }: { db: Db; now: Date },
  participant: Participant & { role: ConversationSide },
  { target, upTo }: { target: Target; upTo: number },
): Promise<number> {
  const part = await findPart(db, participant, target)
  return inTransaction(db, async (tx) => {
    const messages = await lockConversation(tx, part)
    if (!messages) return 0
    const unread = await setRead(tx, part, { side: participant.role, upTo: Math.min(upTo, messages) })
    if (!unread) await markSubjectRead(tx, { user_id: participant.user_id, subject: subjectOf(part), read_at: now })
    return unread
  })
}
