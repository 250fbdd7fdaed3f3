import { Suspense, useState } from 'react'
import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { Button } from '../../ui/button.tsx'
import { lazyCode } from '../../ui/load-code.ts'

const ConversationDialog = lazyCode(async () => (await import('./conversation-dialog.tsx')).ConversationDialog)

interface MessageButtonProps {
  text: string
  label?: string
  unread?: number | undefined
  base: string
  reader: MessageRole
  sellerOrderId: string
  /** Names the other side; absent where it is clear. */
  description?: string
  isOpen?: boolean
}

/** Opens the conversation about a seller order; a dot marks unread messages. */
export function MessageButton({ text, label, unread, isOpen = false, ...shown }: MessageButtonProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label ? (
          <>
            <span aria-hidden>{text}</span>
            <span className="sr-only">{label}</span>
          </>
        ) : (
          text
        )}
        <UnreadMark unread={unread} />
      </Button>
      {open && (
        <Suspense>
          <ConversationDialog {...shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A dot with the number of unread messages in words; renders nothing without any. */
export function UnreadMark({ unread = 0 }: { unread: number | undefined }) {
  if (!unread) return null
  return (
    <span className="inline-block" title={conversationMessages.unread({ count: unread })}>
      <span
        aria-hidden
        className="inline-block size-2.5 rounded-full bg-brand align-middle forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
      <span className="sr-only">{conversationMessages.unread({ count: unread })}</span>
    </span>
  )
}
