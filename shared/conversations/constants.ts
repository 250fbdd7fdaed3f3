/** Query parameter for the open conversation: on an order's page, the number of the seller order. */
export const SHOWN_CONVERSATION = 'messages'

export function conversationPath(side: ConversationSide, orderId: string, number: number): string {
  return side === 'seller'
    ? `/seller/messages?${SHOWN_CONVERSATION}=${orderId}`
    : `/order-tracking?orderId=${orderId}&${SHOWN_CONVERSATION}=${number}`
}

export const MESSAGE_ROLES = ['buyer', 'seller', 'admin'] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

/** The two sides of a conversation, which admins may join. */
export const CONVERSATION_SIDES = ['buyer', 'seller'] as const
export type ConversationSide = (typeof CONVERSATION_SIDES)[number]

export const MAX_MESSAGE_LENGTH = 2_000
export const MAX_MESSAGES = 200
/**
 * Reserved at the end for roles with fewer than half of the messages, so that no side can silence the other or admins.
 */
export const LAST_MESSAGES = 20
/** Characters of a message in lists and notifications. */
export const EXCERPT_LENGTH = 200
export const MAX_ORDERS_REQUESTED = 100
