import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'

/** Returns who wrote a message, as its reader knows them. */
export function writerName(by: MessageRole, reader: MessageRole, sellerName: string): string {
  if (by === 'admin') return conversationMessages.marketplace
  if (by === reader) return conversationMessages.you
  return by === 'buyer' ? conversationMessages.buyer : sellerName
}
