/** The parameter that names the shown conversation: on the page of an order the number of the seller order. */
export const SHOWN_CONVERSATION = 'messages'

/** Returns the address of the page that shows a conversation. */
export function conversationPath(side: ConversationSide, orderId: string, number: number): string {
  return side === 'seller'
    ? `/seller/messages?${SHOWN_CONVERSATION}=${orderId}`
    : `/order-tracking?orderId=${orderId}&${SHOWN_CONVERSATION}=${number}`
}

/** Who wrote a message. */
export const MESSAGE_ROLES = ['buyer', 'seller', 'admin'] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

/** Those between whom a conversation is: admins may join it. */
export const CONVERSATION_SIDES = ['buyer', 'seller'] as const
export type ConversationSide = (typeof CONVERSATION_SIDES)[number]

export const MAX_MESSAGE_LENGTH = 2_000
/** Of a conversation. */
export const MAX_MESSAGES = 200
/** The last of them are for those who wrote fewer than half: one side alone cannot silence the other, or admins. */
export const LAST_MESSAGES = 20
/** What lists and notifications show of a message. */
export const EXCERPT_LENGTH = 200
/** Orders that a list of conversations can be requested for. */
export const MAX_ORDERS_REQUESTED = 100
