import { conversationMessages } from '../../../shared/conversations/messages.ts'

/** A dot with the number of unread messages in words; nothing when there are none. */
export function UnreadMark({ unread = 0 }: { unread: number | undefined }) {
  if (!unread) return null
  return (
    <span className="inline-block" title={conversationMessages.unread(unread)}>
      <span
        aria-hidden
        className="inline-block size-2.5 rounded-full bg-brand align-middle forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
      <span className="sr-only">{conversationMessages.unread(unread)}</span>
    </span>
  )
}
