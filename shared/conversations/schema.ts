import { z } from 'zod'
import { listQuerySchema, pageFields } from '../kernel/list-schema.ts'
import { multiLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { orderIdSchema } from '../orders/schema.ts'
import {
  CONVERSATION_SIDES,
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGES,
  MAX_ORDERS_REQUESTED,
  MESSAGE_ROLES,
} from './constants.ts'

const whole = z.number().int()

const messageSchema = z.object({
  /** Number within its conversation, from 1. */
  number: whole,
  message_id: z.string(),
  by: z.enum(MESSAGE_ROLES),
  text: z.string(),
  at: z.string(),
})
export type Message = z.infer<typeof messageSchema>

/** Trims a message, which must contain something visible. */
export const messageTextSchema = z
  .string()
  .transform((text) => text.trim().replaceAll('\r\n', '\n'))
  .pipe(multiLineText(MAX_MESSAGE_LENGTH).refine(isVisible, 'must have a text'))

export const sendMessageSchema = z.object({
  /** Chosen by the sender; repeating it repeats the message. */
  message_id: z.uuid(),
  text: messageTextSchema,
})
export type SendMessage = z.infer<typeof sendMessageSchema>

/** Marks messages up to this number as read. */
export const readMessagesSchema = z.object({ up_to: whole.min(1).max(MAX_MESSAGES) })

export const messagesQuerySchema = z.object({
  /** Returns the messages after this number. */
  after: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
})

/** The buyer's name is for sellers that of the address, for admins that of the account; empty where it is not seen. */
const names = { buyer_name: z.string(), seller_name: z.string() }

export const conversationSchema = z.object({
  ...names,
  messages: z.array(messageSchema),
  /** The reader's count; absent for admins. */
  unread: whole,
  /** Sides whose accounts are suspended, and who therefore cannot read or answer. */
  suspended: z.array(z.enum(CONVERSATION_SIDES)),
  /** False at the limit of messages. */
  can_write: z.boolean(),
})
export type Conversation = z.infer<typeof conversationSchema>

export const unreadMessagesSchema = z.object({ unread: whole })

const conversationRowSchema = z.object({
  order_id: z.string(),
  seller_order_id: z.string(),
  number: whole,
  ...names,
  messages: whole,
  unread: whole,
  /** The newest message, shortened. */
  last: messageSchema.pick({ by: true, text: true, at: true }),
})
export type ConversationRow = z.infer<typeof conversationRowSchema>

export const conversationPageSchema = z.object({
  conversations: z.array(conversationRowSchema),
  ...pageFields,
  total_is_exact: z.boolean(),
})
export type ConversationPage = z.infer<typeof conversationPageSchema>

export const conversationsQuerySchema = listQuerySchema.extend({
  show: z.literal('unread').optional(),
  orders: z
    .string()
    .max(MAX_ORDERS_REQUESTED * 20)
    .transform((text) => text.split(','))
    .pipe(z.array(orderIdSchema).max(MAX_ORDERS_REQUESTED))
    .optional(),
})
export type ConversationsQuery = z.infer<typeof conversationsQuerySchema>
