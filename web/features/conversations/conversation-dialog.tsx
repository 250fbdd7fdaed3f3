import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Conversation, type ConversationProps } from './conversation.tsx'

interface ConversationDialogProps extends ConversationProps {
  sellerOrderId: string
  /** Names the other side; absent where it is clear. */
  description?: string
  onClose: () => void
}

/** A conversation on the page of its order. */
export function ConversationDialog({ sellerOrderId, description, onClose, ...shown }: ConversationDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={conversationMessages.title({ sellerOrderId })}
      {...(description && { description })}
    >
      <Conversation {...shown} />
    </Dialog>
  )
}
