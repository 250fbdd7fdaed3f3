import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { MAX_MESSAGE_LENGTH, type MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationErrors } from '../../../shared/conversations/errors.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { type Message, messageTextSchema, type Conversation as Talk } from '../../../shared/conversations/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { DraftOffer, useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { TextArea } from '../../ui/form/fields.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { conversationsApi, OPEN_POLLING, writerName } from './conversations-api.ts'

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
  const { currentData, error, isFetching, refetch } = conversationsApi.useGetConversationQuery(base, OPEN_POLLING)
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
  const [markRead] = conversationsApi.useMarkMessagesReadMutation()
  const last = conversation?.messages.at(-1)?.number
  const isUnread = reader !== 'admin' && (conversation?.unread ?? 0) > 0
  useEffect(() => {
    if (isUnread && last !== undefined) void markRead({ base, upTo: last })
  }, [base, last, isUnread, markRead])
}

/** The list follows new messages only within this distance from its end. */
const NEAR_END_PX = 80

interface MessageListProps {
  conversation: Talk
  reader: MessageRole
}

function MessageList({ conversation, reader }: MessageListProps) {
  const { messages } = conversation
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = messages.at(-1)?.number
  useLayoutEffect(() => {
    const { current } = list
    if (current && last !== undefined && isAtEnd.current) current.scrollTop = current.scrollHeight
  }, [last])

  return (
    <div
      ref={list}
      role="log"
      aria-label={conversationMessages.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
      }}
      className="max-h-[max(12rem,45dvh)] overflow-y-auto overscroll-contain rounded-picture border border-line p-3"
    >
      {messages.length ? (
        <ol className="grid grid-cols-1 gap-3">
          {messages.map((message) => (
            <MessageItem
              key={message.number}
              message={message}
              isOwn={message.by === reader}
              writer={writerName(message.by, reader, conversation)}
            />
          ))}
        </ol>
      ) : (
        <div className="grid gap-1 py-6 text-center">
          <p className="font-semibold">{conversationMessages.noneYet}</p>
          <p className="text-sm text-muted text-balance">{conversationMessages.noneYetText[reader]}</p>
        </div>
      )}
    </div>
  )
}

function MessageItem({ message: { text, at }, isOwn, writer }: { message: Message; isOwn: boolean; writer: string }) {
  return (
    <li
      className={classNames(
        // The border is visible only with forced colors.
        'grid max-w-[90%] min-w-0 gap-0.5 rounded-picture border border-transparent px-3.5 py-2.5',
        isOwn ? 'justify-self-end bg-brand-tint' : 'justify-self-start bg-tint',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="font-semibold wrap-anywhere">{writer}</bdi>
        <span className="text-muted">
          <LocalDate at={at} precise />
        </span>
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </li>
  )
}

interface Problem {
  text: string
  retry: boolean
  isEmpty?: boolean
}

const NOTHING = { text: '', message_id: '' }

/** The draft includes its id, so that a retry stores it once. */
function MessageForm({ base, reader }: ConversationProps) {
  const problemId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { values, change, offer } = useDraft(`${base}/message`, NOTHING)
  const [send, { isLoading }] = conversationsApi.useSendMessageMutation()
  const [problem, setProblem] = useState<Problem>()
  const [isSent, setSent] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    setSent(false)
    const text = messageTextSchema.safeParse(values.text)
    if (!text.success) {
      setProblem({ text: conversationMessages.empty, retry: false, isEmpty: true })
      return field.current?.focus()
    }
    setProblem(undefined)
    const message = { message_id: values.message_id || crypto.randomUUID(), text: text.data }
    change({ text: values.text, message_id: message.message_id })
    const { error } = await send({ base, message })
    if (error) {
      const { sendFailed } = conversationMessages
      return setProblem({ text: failureText(error, conversationErrors, sendFailed), retry: canRetry(error) })
    }
    change(NOTHING)
    setSent(true)
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <DraftOffer {...offer} />
      <TextArea
        label={conversationMessages.write}
        hint={reader === 'admin' ? conversationMessages.hintAdmin : conversationMessages.hint()}
        problemId={problem?.isEmpty ? problemId : undefined}
        dir="auto"
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        value={values.text}
        readOnly={isLoading}
        ref={field}
        onChange={({ target }) => {
          setSent(false)
          if (problem?.isEmpty) setProblem(undefined)
          change({ text: target.value, message_id: '' })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
        className="py-2.5 wrap-anywhere"
      />
      <FailureNote id={problemId} text={problem?.text} onRetry={problem?.retry ? 'submit' : undefined} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-muted">
          {isLoading ? conversationMessages.sending : isSent && conversationMessages.sent}
        </p>
        <Button type="submit" busy={isLoading}>
          {conversationMessages.send}
        </Button>
      </div>
    </form>
  )
}
