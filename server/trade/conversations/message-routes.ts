import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { ConversationSide, MessageRole } from '../../../shared/conversations/constants.ts'
import {
  type ConversationPage,
  type ConversationsQuery,
  conversationPageSchema,
  conversationSchema,
  conversationsQuerySchema,
  messagesQuerySchema,
  readMessagesSchema,
  sendMessageSchema,
  unreadMessagesSchema,
} from '../../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { AppError } from '../../platform/http/errors.ts'
import { type App, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { type orderParams, sellerOrderNumberOf, type sellerOrderParams } from '../orders/read-order.ts'
import { listRecipients, readSellerSearch, type SellerOrderSearch } from '../orders/seller-search-queries.ts'
import type { Participant, Target } from './find-seller-order.ts'
import { listConversations } from './list-queries.ts'
import { markMessagesRead, readConversation, sendMessage } from './read-conversation.ts'

interface ConversationDeps {
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

/** Admins have no conversations of their own to list. */
interface OwnAudience extends Audience {
  role: ConversationSide
  list: string
}

function participantOf<Role extends MessageRole>(request: FastifyRequest, role: Role): Participant & { role: Role } {
  return { role, user_id: callerOf(request).user_id }
}

/** Returns the conversation that a request names; 0, which no seller order has, for a malformed number. */
function targetOf({ order_id, number }: { order_id: string; number?: string }): Target {
  return number === undefined ? { order_id } : { order_id, number: sellerOrderNumberOf(number) }
}

/** Creates the routes by which an audience reads and writes conversations. */
export function conversationRoutes(audience: Audience | OwnAudience) {
  const { role, prefix, params, refusal } = audience
  return routesFor(
    [role],
    (app, deps: ConversationDeps) => {
      const { db, clock } = deps
      app.get(
        `${prefix}/messages`,
        respondsWith(conversationSchema, {
          summary: 'The messages between the buyer and a seller of an order',
          description: 'Returns the messages after the number `after`.',
          params,
          querystring: messagesQuerySchema,
        }),
        (request) => {
          const target = targetOf(request.params)
          return readConversation(db, participantOf(request, role), { target, after: request.query.after })
        },
      )

      app.post(
        `${prefix}/messages`,
        respondsWith(conversationSchema.shape.messages.element, {
          summary: 'Write to the buyer or the seller of an order',
          description: 'Repeating a `message_id` repeats the same message.',
          params,
          body: sendMessageSchema,
        }),
        (request) =>
          sendMessage({ db, now: clock() }, participantOf(request, role), targetOf(request.params), request.body),
      )

      if ('list' in audience) defineOwn(app, deps, audience)
    },
    { refusal, right: 'orders' },
  )
}

function defineOwn(app: App, { db, clock }: ConversationDeps, { role, list, prefix, params }: OwnAudience): void {
  app.get(
    list,
    respondsWith(conversationPageSchema, {
      summary: "A page of the caller's conversations about orders, those with the newest message first",
      querystring: conversationsQuerySchema,
    }),
    (request) => listConversationsOf(db, { userId: callerOf(request).user_id, side: role }, request.query),
  )

  app.post(
    `${prefix}/messages/read`,
    respondsWith(unreadMessagesSchema, {
      summary: 'Mark the messages of a conversation up to a number as read',
      params,
      body: readMessagesSchema,
    }),
    async (request) => {
      const at = { target: targetOf(request.params), upTo: request.body.up_to }
      return { unread: await markMessagesRead({ db, now: clock() }, participantOf(request, role), at) }
    },
  )
}

/** Returns a page of the conversations of a buyer or a seller, by newest message. */
async function listConversationsOf(
  db: Db,
  user: { userId: string; side: ConversationSide },
  query: ConversationsQuery,
): Promise<ConversationPage> {
  const { page = 1, page_size = LIST_PAGE_SIZE } = query
  const conditions = { unreadOnly: query.show === 'unread', search: searchOf(query, user.side) }
  const range = { offset: (page - 1) * page_size, limit: page_size }
  const { rows, ...counts } = await listConversations(db, user, conditions, range)
  const names = await listSellerNames(db, [...new Set(rows.map(({ seller_id }) => seller_id))])
  const numbers = rows.map(({ order_id }) => orderNumberOf(order_id))
  const buyers = user.side === 'seller' ? await listRecipients(db, user.userId, numbers) : undefined
  return {
    conversations: rows.map(({ seller_id, by_role, text, created_at, ...row }) => ({
      ...row,
      seller_order_id: sellerOrderId(row.order_id, row.number),
      buyer_name: buyers?.get(orderNumberOf(row.order_id)) ?? '',
      seller_name: names.get(seller_id)?.name ?? '',
      last: { by: by_role, text, at: created_at.toISOString() },
    })),
    ...counts,
    page,
    page_size,
  }
}

/** Buyers search by order id only. */
function searchOf({ q, orders }: ConversationsQuery, side: ConversationSide): SellerOrderSearch | undefined {
  if (orders) {
    const ranges = orders.map(orderNumberOf).map((number) => ({ first: number, last: number }))
    return { ranges, text: undefined }
  }
  const search = readSellerSearch(q)
  return search && side === 'buyer' ? { ...search, text: undefined } : search
}
