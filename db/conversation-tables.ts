import type { Generated, GeneratedAlways } from 'kysely'
import type { ConversationSide, MessageRole } from '../shared/conversations/constants.ts'
import type { BigInteger } from './column-types.ts'

/** The tables of messages between buyers and sellers. */
export interface ConversationTables {
  conversations: {
    seller_id: string
    order_number: BigInteger
    /** That of the seller order. */
    number: number
    /** How many there are. */
    messages: number
  }
  conversation_messages: {
    /** Of all conversations. */
    message_number: GeneratedAlways<number>
    seller_id: string
    order_number: BigInteger
    /** In its conversation, from 1. */
    number: number
    message_id: string
    by_role: MessageRole
    by_user: string | null
    text: string
    created_at: Date
  }
  conversation_sides: {
    seller_id: string
    order_number: BigInteger
    side: ConversationSide
    user_id: string
    /** The `message_number` of the newest one. */
    last_message: BigInteger
    read_to: Generated<number>
    unread: number
    mailed_to: Generated<number>
    mailed_at: Date | null
    mail_at: Date | null
  }
}
