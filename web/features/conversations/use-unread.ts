import { type ConversationSide, MAX_ORDERS_REQUESTED } from '../../../shared/conversations/constants.ts'
import { KEPT_LISTED, useGetConversationsQuery } from './conversations-api.ts'

/** Returns how many messages of each seller order, by its id, the user has not read, for some orders. */
export function useUnreadMessages(side: ConversationSide, orderIds: readonly string[]): ReadonlyMap<string, number> {
  const shown = { side, orders: orderIds.join(','), page_size: MAX_ORDERS_REQUESTED }
  const { currentData } = useGetConversationsQuery(shown, { ...KEPT_LISTED, skip: orderIds.length === 0 })
  const unread = currentData?.conversations.filter((one) => one.unread > 0) ?? []
  return new Map(unread.map((one) => [one.seller_order_id, one.unread]))
}
