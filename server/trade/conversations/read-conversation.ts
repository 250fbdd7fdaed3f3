import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import {
  CONVERSATION_SIDES,
  type ConversationSide,
  conversationPath,
  EXCERPT_LENGTH,
} from '../../../shared/conversations/constants.ts'
import { conversationErrors } from '../../../shared/conversations/errors.ts'
import type { Conversation, Message, SendMessage } from '../../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { listSuspended, readContacts } from '../../people/accounts/lookup-queries.ts'
import { insertActions } from '../../people/audit/queries.ts'
import { markSubjectRead, replaceUnread } from '../../people/notifications/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import type { OwnedSellerOrder } from '../orders/seller-order-queries.ts'
import { listRecipients } from '../orders/seller-search-queries.ts'
import { canWrite, findSellerOrder, type Participant, type Target } from './find-seller-order.ts'
import {
  countMessage,
  findMessage,
  insertMessage,
  listMessages,
  lockConversation,
  openConversation,
  readMessageCount,
  readUnread,
  type SideOfMessage,
  type StoredMessage,
  setRead,
} from './queries.ts'

/** Returns the subject that notifications about a conversation share. */
function subjectOf({ order_id, number }: Pick<OwnedSellerOrder, 'order_id' | 'number'>): string {
  return `messages ${sellerOrderId(order_id, number)}`
}

/** Returns a conversation with its messages after a number. Throws AppError as `findSellerOrder`. */
export async function readConversation(
  db: Db,
  participant: Participant,
  { target, after = 0 }: { target: Target; after?: number | undefined },
): Promise<Conversation> {
  const sellerOrder = await findSellerOrder(db, participant, target)
  const side = participant.role === 'admin' ? undefined : participant.role
  const { buyer_id, seller_id } = sellerOrder
  const [messages, count, unread, names, suspended] = await Promise.all([
    listMessages(db, sellerOrder, after),
    readMessageCount(db, sellerOrder),
    side ? readUnread(db, sellerOrder, side) : 0,
    listSellerNames(db, [seller_id]),
    listSuspended(db, [buyer_id, seller_id]),
  ])
  return {
    buyer_name: await buyerNameFor(db, participant, sellerOrder),
    seller_name: names.get(seller_id)?.name ?? '',
    messages,
    unread,
    suspended: CONVERSATION_SIDES.filter((one) => suspended.has(one === 'buyer' ? buyer_id : seller_id)),
    can_write: await canWrite(db, participant, { ...sellerOrder, messages: count }),
  }
}

async function buyerNameFor(db: Db, { role }: Participant, sellerOrder: OwnedSellerOrder): Promise<string> {
  const { buyer_id, seller_id, order_number } = sellerOrder
  if (role === 'buyer') return ''
  if (role === 'seller') return (await listRecipients(db, seller_id, [order_number])).get(order_number) ?? ''
  return (await readContacts(db, [buyer_id])).get(buyer_id)?.name ?? ''
}

/** Marks messages and their notification as read; returns the unread count. Throws as `findSellerOrder`. */
export async function markMessagesRead(
  { db, now }: { db: Db; now: Date },
  participant: Participant & { role: ConversationSide },
  { target, upTo }: { target: Target; upTo: number },
): Promise<number> {
  const sellerOrder = await findSellerOrder(db, participant, target)
  return inTransaction(db, async (tx) => {
    const messages = await lockConversation(tx, sellerOrder)
    if (!messages) return 0
    const unread = await setRead(tx, sellerOrder, { side: participant.role, upTo: Math.min(upTo, messages) })
    if (!unread)
      await markSubjectRead(tx, { user_id: participant.user_id, subject: subjectOf(sellerOrder), read_at: now })
    return unread
  })
}

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
