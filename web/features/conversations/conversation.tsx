import { useEffect } from 'react'
import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import type { Conversation as Talk } from '../../../shared/conversations/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OPEN_POLLING, useGetConversationQuery, useMarkMessagesReadMutation } from './conversations-api.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'

const BUBBLES = [
  'h-14 w-3/4 rounded-picture',
  'h-10 w-1/2 justify-self-end rounded-picture',
  'h-14 w-2/3 rounded-picture',
]

export interface ConversationProps {
  base: string
  reader: MessageRole
}

/** The messages about a seller order with a form; new messages appear while it is open, and are marked as read. */
export function Conversation({ base, reader }: ConversationProps) {
  const { currentData, error, isFetching, refetch } = useGetConversationQuery(base, OPEN_POLLING)
  useReading({ base, reader }, currentData)
  const isRefused = [400, 403, 404].includes(apiErrorOf(error)?.status ?? 0)
  if (isRefused) return <p role="alert">{conversationMessages.notFound}</p>
  if (error && !currentData) {
    return <LoadFailure title={conversationMessages.loadFailed} onRetry={refetch} retrying={isFetching} />
  }
  if (!currentData) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <div className="grid h-48 content-start gap-3 rounded-picture border border-line p-3">
          <LoadingSkeletons looks={BUBBLES} />
        </div>
        <Skeleton className="h-32 rounded-field" />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <MessageList conversation={currentData} reader={reader} />
      <FailureNote text={error ? conversationMessages.refreshFailed : null} onRetry={refetch} />
      {currentData.suspended.map((side) => (
        <p key={side} role="status" className="rounded-field bg-danger-tint px-4 py-3">
          {conversationMessages.suspended[side]}
        </p>
      ))}
      {currentData.can_write ? (
        <MessageForm base={base} reader={reader} />
      ) : (
        <p className="text-muted">{conversationMessages.full}</p>
      )}
    </div>
  )
}

function useReading({ base, reader }: ConversationProps, conversation: Talk | undefined): void {
  const [markRead] = useMarkMessagesReadMutation()
  const last = conversation?.messages.at(-1)?.number
  const isUnread = reader !== 'admin' && (conversation?.unread ?? 0) > 0
  useEffect(() => {
    if (isUnread && last !== undefined) void markRead({ base, upTo: last })
  }, [base, last, isUnread, markRead])
}
