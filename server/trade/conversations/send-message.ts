import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CONVERSATION_SIDES, conversationPath, EXCERPT_LENGTH } from '../../../shared/conversations/constants.ts'
import { conversationErrors } from '../../../shared/conversations/errors.ts'
import type { Message, SendMessage } from '../../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { insertActions } from '../../people/audit/queries.ts'
import { replaceUnread } from '../../people/notifications/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import type { OwnedSellerOrder } from '../orders/seller-order-queries.ts'
import { canWrite, findSellerOrder, type Participant, type Target } from './find-seller-order.ts'
import {
  countMessage,
  findMessage,
  insertMessage,
  openConversation,
  type SideOfMessage,
  type StoredMessage,
} from './queries.ts'
import { subjectOf } from './read-conversation.ts'

const conversationError = errorsOf(conversationErrors)

/**
 * Adds a message, once per `message_id`, and notifies the other side; returns it. Throws as `findSellerOrder`, AppError
 * 409, 422.
 */
export async function sendMessage(
  { db, now }: { db: Db; now: Date },
  sender: Participant,
  target: Target,
  message: SendMessage,
): Promise<Message> {
  const sellerOrder = await findSellerOrder(db, sender, target)
  const { order_id, number } = sellerOrder
  const id = sellerOrderId(order_id, number)
  const writer = await writerOf(db, sellerOrder, sender)
  return inTransaction(db, async (tx) => {
    const messages = await openConversation(tx, sellerOrder, number)
    const sent = await findMessage(tx, sellerOrder, message.message_id)
    if (sent) return repeated(sent, sender, message)
    if (!(await canWrite(tx, sender, { ...sellerOrder, messages }))) throw conversationError('conversation_full')
    const { role: by_role, user_id: by_user } = sender
    const added = { number: messages + 1, ...message, by_role, by_user, created_at: now }
    const last_message = await insertMessage(tx, sellerOrder, added)
    const sides = sidesOf(sellerOrder, sender)
    const unread = await countMessage(tx, sellerOrder, { sides, last_message, now })
    const note = [...message.text].slice(0, EXCERPT_LENGTH).join('')
    const about = { order_id, seller_order_id: id, ...writer, note }
    // One notification for all unread messages of the conversation.
    for (const { side, user_id } of sides.filter(({ is_unread }) => is_unread)) {
      const facts = { ...about, messages: unread.get(side) ?? 0 }
      const path = conversationPath(side, order_id, number)
      await replaceUnread(tx, { user_id, kind: 'order_message', facts, path, subject: subjectOf(sellerOrder) }, now)
    }
    if (by_role === 'admin')
      await insertActions(tx, { admin_id: by_user, now }, 'order_message', [{ target: order_id, from: null, to: id }])
    return { number: added.number, ...message, by: by_role, at: now.toISOString() }
  })
}

function repeated(sent: StoredMessage, { user_id }: Participant, { text }: SendMessage): Message {
  if (sent.by_user !== user_id || sent.text !== text) throw conversationError('message_reused')
  return sent
}

/** Returns the sender as notifications name it: a seller by the name of the seller page, others by their role. */
async function writerOf(db: Db, { seller_id }: OwnedSellerOrder, { role }: Participant): Promise<Writer> {
  if (role !== 'seller') return { by: role }
  return { by: role, from: (await listSellerNames(db, [seller_id])).get(seller_id)?.name ?? '' }
}

function sidesOf({ buyer_id, seller_id }: OwnedSellerOrder, { role }: Participant): SideOfMessage[] {
  const users = { buyer: buyer_id, seller: seller_id }
  return CONVERSATION_SIDES.map((side) => ({ side, user_id: users[side], is_unread: side !== role }))
}

interface Writer {
  by: Participant['role']
  from?: string
}
