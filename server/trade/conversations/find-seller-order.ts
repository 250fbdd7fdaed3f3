import type { Db, Tx } from '../../../db/tables.ts'
import { LAST_MESSAGES, MAX_MESSAGES, type MessageRole } from '../../../shared/conversations/constants.ts'
import { orderIdSchema } from '../../../shared/orders/schema.ts'
import { adminOrderError, orderError } from '../orders/errors.ts'
import { findBuyerOf } from '../orders/queries.ts'
import { findOwnedSellerOrder } from '../orders/seller-order-queries.ts'
import { type ConversationKey, countWritten } from './queries.ts'

export interface Participant {
  role: MessageRole
  user_id: string
}

/** Identifies a conversation by the number of the seller order, or by the seller who sends the request. */
export interface Target {
  order_id: string
  number?: number
}

/** Returns the seller order of a conversation. Throws AppError 404, and 403 for another buyer's order. */
export async function findSellerOrder(db: Db, { role, user_id }: Participant, target: Target) {
  const { order_id, number = 0 } = target
  const notFound = role === 'admin' ? adminOrderError : orderError
  if (!orderIdSchema.safeParse(order_id).success) throw notFound('order_not_found')
  const which = role === 'seller' ? { seller_id: user_id } : { number }
  const sellerOrder = await findOwnedSellerOrder(db, order_id, which, role === 'buyer' ? user_id : undefined)
  if (sellerOrder) return sellerOrder
  if (role === 'buyer' && ((await findBuyerOf(db, order_id)) ?? user_id) !== user_id) throw orderError('forbidden')
  throw notFound('order_not_found')
}

/** Returns whether a role may write to a conversation that has `messages` messages. */
export async function canWrite(
  db: Db | Tx,
  { role }: Pick<Participant, 'role'>,
  { messages, ...key }: ConversationKey & { messages: number },
): Promise<boolean> {
  if (messages < MAX_MESSAGES - LAST_MESSAGES) return true
  return messages < MAX_MESSAGES && (await countWritten(db, key, role)) < MAX_MESSAGES / 2
}
