import { lazy, Suspense, useState } from 'react'
import type { MessageRole } from '../../../shared/conversations/constants.ts'
import { Button } from '../../ui/button.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { UnreadMark } from './unread-mark.tsx'

const ConversationDialog = lazy(async () => ({
  default: (await loadCode(() => import('./conversation-dialog.tsx'))).ConversationDialog,
}))

interface MessageButtonProps {
  text: string
  /** Its name, where several buttons have the same text. */
  label?: string
  unread?: number | undefined
  /** The address of the seller order. */
  base: string
  reader: MessageRole
  sellerOrderId: string
  /** With whom; absent where that is clear. */
  description?: string
  /** The address of the page asks for it. */
  isOpen?: boolean
}

/** Opens the conversation about a seller order; a dot says that there is something unread. */
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
