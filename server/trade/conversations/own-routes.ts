import type { ConversationSide } from '../../../shared/conversations/constants.ts'
import {
  conversationPageSchema,
  conversationsQuerySchema,
  readMessagesSchema,
  unreadMessagesSchema,
} from '../../../shared/conversations/schema.ts'
import type { AppError } from '../../platform/http/errors.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import type { orderParams, sellerOrderParams } from '../orders/params.ts'
import { listConversationsOf } from './list-conversations.ts'
import { type ConversationDeps, participantOf, targetOf } from './message-routes.ts'
import { markMessagesRead } from './read-conversation.ts'

interface OwnAudience {
  role: ConversationSide
  list: string
  prefix: string
  params: typeof orderParams | typeof sellerOrderParams
  refusal?: () => AppError
}

export function ownConversationRoutes({ role, list, prefix, params, refusal }: OwnAudience) {
  return routesFor(
    [role],
    (app, { db, clock }: ConversationDeps) => {
      app.get(
        list,
        {
          schema: {
            summary: "A page of the caller's conversations about orders, those with the newest message first",
            querystring: conversationsQuerySchema,
            response: { 200: conversationPageSchema },
          },
        },
        (request) => listConversationsOf(db, { userId: callerOf(request).user_id, side: role }, request.query),
      )

      app.post(
        `${prefix}/messages/read`,
        {
          schema: {
            summary: 'Mark the messages of a conversation up to a number as read',
            params,
            body: readMessagesSchema,
            response: { 200: unreadMessagesSchema },
          },
        },
        async (request) => {
          const at = { target: targetOf(request.params), upTo: request.body.up_to }
          return { unread: await markMessagesRead({ db, now: clock() }, participantOf(request, role), at) }
        },
      )
    },
    refusal,
  )
}
