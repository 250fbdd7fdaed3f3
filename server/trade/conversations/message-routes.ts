import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationSchema, messagesQuerySchema, sendMessageSchema } from '../../../shared/conversations/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { AppError } from '../../platform/http/errors.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { type orderParams, sellerOrderNumberOf, type sellerOrderParams } from '../orders/params.ts'
import type { Participant, Target } from './find-seller-order.ts'
import { readConversation } from './read-conversation.ts'
import { sendMessage } from './send-message.ts'

export interface ConversationDeps {
  db: Db
  clock: Clock
}

interface Audience {
  role: MessageRole
  /** The path above the conversation. */
  prefix: string
  params: typeof orderParams | typeof sellerOrderParams
  refusal?: () => AppError
}

export function participantOf<Role extends MessageRole>(
  request: FastifyRequest,
  role: Role,
): Participant & { role: Role } {
  return { role, user_id: callerOf(request).user_id }
}

/** Returns the conversation that a request names; 0, which no seller order has, stands for a malformed number. */
export function targetOf({ order_id, number }: { order_id: string; number?: string }): Target {
  return number === undefined ? { order_id } : { order_id, number: sellerOrderNumberOf(number) }
}

/** Creates the routes by which an audience reads and writes conversations. */
export function messageRoutes({ role, prefix, params, refusal }: Audience) {
  return routesFor(
    [role],
    (app, { db, clock }: ConversationDeps) => {
      app.get(
        `${prefix}/messages`,
        {
          schema: {
            summary: 'The messages between the buyer and a seller of an order',
            description: 'Returns the messages after the number `after`.',
            params,
            querystring: messagesQuerySchema,
            response: { 200: conversationSchema },
          },
        },
        (request) => {
          const target = targetOf(request.params)
          return readConversation(db, participantOf(request, role), { target, after: request.query.after })
        },
      )

      app.post(
        `${prefix}/messages`,
        {
          schema: {
            summary: 'Write to the buyer or the seller of an order',
            description: 'Repeating a `message_id` repeats the same message.',
            params,
            body: sendMessageSchema,
            response: { 200: conversationSchema.shape.messages.element },
          },
        },
        (request) =>
          sendMessage({ db, now: clock() }, participantOf(request, role), targetOf(request.params), request.body),
      )
    },
    refusal,
  )
}
