import { useLayoutEffect, useRef } from 'react'
import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import type { Conversation, Message } from '../../../shared/conversations/schema.ts'
import { classNames } from '../../ui/class-names.ts'
import { LocalDate } from '../../ui/values.tsx'
import { writerName } from './conversations-api.ts'

/** The list follows new messages only within this distance from its end. */
const NEAR_END_PX = 80

interface MessageListProps {
  conversation: Conversation
  reader: MessageRole
}

/** The messages of a conversation, oldest first; it begins at the newest one. */
export function MessageList({ conversation, reader }: MessageListProps) {
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
