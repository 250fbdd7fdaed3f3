import type { ConversationSide } from './constants.ts'

/** The parameter that names the shown conversation: on the page of an order the number of the seller order. */
export const SHOWN_CONVERSATION = 'messages'

/** Returns the address of the page that shows a conversation. */
export function conversationPath(side: ConversationSide, orderId: string, number: number): string {
  return side === 'seller'
    ? `/seller/messages?${SHOWN_CONVERSATION}=${orderId}`
    : `/order-tracking?orderId=${orderId}&${SHOWN_CONVERSATION}=${number}`
}
