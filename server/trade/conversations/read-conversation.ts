import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CONVERSATION_SIDES, type ConversationSide } from '../../../shared/conversations/constants.ts'
import type { Conversation } from '../../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { listSuspended, readContacts } from '../../people/accounts/lookup-queries.ts'
import { markSubjectRead } from '../../people/notifications/queries.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import type { OwnedSellerOrder } from '../orders/seller-order-queries.ts'
import { listRecipients } from '../orders/seller-search-queries.ts'
import { canWrite, findSellerOrder, type Participant, type Target } from './find-seller-order.ts'
import { listMessages, lockConversation, readUnread, setRead } from './queries.ts'

/** Returns the subject that notifications about a conversation share. */
export function subjectOf({ order_id, number }: Pick<OwnedSellerOrder, 'order_id' | 'number'>): string {
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
  const [messages, unread, names, suspended] = await Promise.all([
    listMessages(db, sellerOrder, after),
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
    can_write: await canWrite(db, participant, {
      ...sellerOrder,
      messages: Math.max(after, messages.at(-1)?.number ?? 0),
    }),
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
