import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'
import { headingOfPage } from '../page.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** The question. */
  title: string
  text?: ReactNode
  /** The label of the button that proceeds. */
  confirm: string
  /** The label of the button that cancels. */
  cancel?: string
  busy?: boolean
  /** Called once each time the dialog opens, however often its button is pressed. */
  onConfirm: () => void
  onCancel: () => void
  /** Fields between the text and the buttons. */
  children?: ReactNode
}

/** Asks before a destructive action. Escape cancels unless it is `busy`; the focus returns to the opener. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, busy = false, onConfirm, onCancel } = props
  // It keeps its content while it fades out.
  const last = useRef(props)
  if (open) last.current = props
  const { title, text, confirm, cancel = uiMessages.cancel, children } = last.current
  const confirmed = useRef(false)
  const openedBy = useRef<Element | null>(null)
  // On opening, not on closing: the button can be pressed while the dialog fades out.
  useEffect(() => {
    if (open) confirmed.current = false
  }, [open])
  useLayoutEffect(() => {
    if (open) openedBy.current = document.activeElement
  }, [open])

  function press({ detail }: MouseEvent) {
    // Ignores the second click of a double click that opened the dialog.
    if (confirmed.current || detail > 1) return
    confirmed.current = true
    onConfirm()
  }

  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || busy || onCancel()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          finalFocus={() => successorOf(openedBy.current)}
          className="fixed inset-0 z-50 m-auto grid h-fit max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] gap-3 overflow-y-auto rounded-picture border border-line bg-surface p-6 text-ink transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Base.Title className="display text-lg text-balance wrap-anywhere">{title}</Base.Title>
          {text && <Base.Description className="text-muted wrap-anywhere">{text}</Base.Description>}
          {children}
          <div className="mt-3 flex flex-wrap justify-end gap-3">
            <Base.Close render={<Button variant="secondary">{cancel}</Button>} />
            <Button variant="danger" busy={busy} onClick={press}>
              {confirm}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Returns the element to focus after a dialog: true for the opener, false where the action has already moved the focus. While
 * the dialog is open, a resized window may replace the rows of a list by cards, whose buttons have the same ids.
 */
function successorOf(opener: Element | null): HTMLElement | boolean {
  const focused = document.activeElement
  const isOutside = !focused?.closest('[role=alertdialog], [data-base-ui-focus-guard]')
  if (isOutside && focused !== document.body && focused !== opener) return false
  if (!opener?.id || opener.isConnected) return true
  return document.getElementById(opener.id) ?? headingOfPage() ?? true
}
