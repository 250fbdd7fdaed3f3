import { isolated } from '../kernel/isolated.ts'
import { plural } from '../kernel/plural.ts'

/** Returns the first line of a notification or a mail about new messages. */
export function messagesFrom(count: number, from: string, sellerOrderId: string): string {
  return plural(count, {
    one: `New message from ${isolated(from)} about ${sellerOrderId}`,
    other: (n) => `${n} new messages about ${sellerOrderId}`,
  })
}

/** The mail about new messages, and who wrote them. */
export const conversationMailMessages = {
  lead: (sellerOrderId: string) => `You have new messages about ${sellerOrderId}.`,
  buyer: 'the buyer',
  marketplace: 'the marketplace',
  writers: { buyer: 'The buyer', admin: 'The marketplace' },
  more: (count: number) => plural(count, { one: 'And 1 more.', other: (n) => `And ${n} more.` }),
  button: 'Read and reply',
} as const
