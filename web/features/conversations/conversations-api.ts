import {
  type ConversationSide,
  MAX_ORDERS_REQUESTED,
  type MessageRole,
} from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import type {
  Conversation,
  ConversationPage,
  ConversationsQuery,
  Message,
  SendMessage,
} from '../../../shared/conversations/schema.ts'
import { api, tagId } from '../../api/api.ts'
import type { AppState } from '../../api/app-store.ts'

type ListArguments = Pick<ConversationsQuery, 'page' | 'page_size' | 'show' | 'q'> & {
  side: ConversationSide
  /** Limits the list to these orders: comma-separated ids. */
  orders?: string | undefined
}

const LISTS: Record<ConversationSide, string> = { buyer: '/api/conversations', seller: '/api/seller/conversations' }

const LIST = { type: 'Conversation', id: 'LIST' } as const
const tagOf = (base: string) => ({ type: 'Conversation', id: tagId(base) }) as const

/** Messages between buyers and sellers; a conversation is named by the address of its seller order. */
export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A refetch requests only the messages after the last known one. */
    getConversation: build.query<Conversation, string>({
      queryFn: async (base, { getState }, _options, send) => {
        const known = knownConversation(getState() as AppState, base)
        const after = known?.messages.at(-1)?.number
        const { data, error } = await send(`${base}/messages${after === undefined ? '' : `?after=${after}`}`)
        if (error) return { error }
        const newer = data as Conversation
        return { data: { ...newer, messages: [...(known?.messages ?? []), ...newer.messages] } }
      },
      providesTags: (_conversation, _error, base) => [tagOf(base)],
    }),
    getConversations: build.query<ConversationPage, ListArguments>({
      query: ({ side, ...params }) => ({ url: LISTS[side], params }),
      providesTags: [LIST],
    }),
    sendMessage: build.mutation<Message, { base: string; message: SendMessage }>({
      query: ({ base, message }) => ({ url: `${base}/messages`, method: 'POST', body: message }),
      // Also after a failure: it may have been stored and the response was lost.
      invalidatesTags: (_message, _error, { base }) => [tagOf(base), LIST],
    }),
    markMessagesRead: build.mutation<{ unread: number }, { base: string; upTo: number }>({
      query: ({ base, upTo }) => ({ url: `${base}/messages/read`, method: 'POST', body: { up_to: upTo } }),
      onQueryStarted: async ({ base }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (!data) return
        dispatch(
          conversationsApi.util.updateQueryData('getConversation', base, (shown) => {
            shown.unread = data.unread
          }),
        )
      },
      invalidatesTags: (done) => (done ? [LIST, 'Notification'] : []),
    }),
  }),
})

function knownConversation(state: AppState, base: string): Conversation | undefined {
  return conversationsApi.endpoints.getConversation.select(base)(state).data
}

const whileSeen = { skipPollingIfUnfocused: true, refetchOnFocus: true, refetchOnMountOrArgChange: true } as const
/** Polling of an open conversation. */
export const OPEN_POLLING = { ...whileSeen, pollingInterval: 10_000 } as const
/** Polling of lists and unread marks. */
export const LIST_POLLING = { ...whileSeen, pollingInterval: 30_000 } as const

/** Returns the author of a message, as its reader knows them. */
export function writerName(
  by: MessageRole,
  reader: MessageRole,
  { buyer_name, seller_name }: Pick<Conversation, 'buyer_name' | 'seller_name'>,
): string {
  if (by === 'admin') return conversationMessages.marketplace
  if (by === reader) return conversationMessages.you
  return by === 'buyer' ? buyer_name || conversationMessages.buyer : seller_name
}

/** Returns the number of unread messages of some seller orders, by their ids. */
export function useUnreadMessages(side: ConversationSide, orderIds: readonly string[]): ReadonlyMap<string, number> {
  const shown = { side, orders: orderIds.join(','), page_size: MAX_ORDERS_REQUESTED }
  const { currentData } = conversationsApi.useGetConversationsQuery(shown, {
    ...LIST_POLLING,
    skip: orderIds.length === 0,
  })
  const unread = currentData?.conversations.filter((one) => one.unread > 0) ?? []
  return new Map(unread.map((one) => [one.seller_order_id, one.unread]))
}
