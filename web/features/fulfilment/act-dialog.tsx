import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import { actMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import type { RefusalTexts } from '../../../shared/kernel/refusals.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'

interface ActDialogProps {
  title: string
  text?: string
  /** The label of the button that does it. */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Why the server may refuse; by default what sellers do of an order. */
  refusals?: RefusalTexts
  /** Does it. Returns what the server refused with; undefined when it worked, and a text for what is missing. */
  onSubmit: () => Promise<{ error?: unknown; text?: string }>
  onClose: () => void
  children?: ReactNode
}

/** Asks before a change of a seller order, with its fields. A failure stands in it; what was typed stays. */
export function ActDialog({
  title,
  text,
  confirm,
  cancel,
  danger,
  refusals = fulfilmentRefusals,
  onSubmit,
  onClose,
  children,
}: ActDialogProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const firstField = useRef<HTMLElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const { error, text: missing } = await onSubmit()
    setBusy(false)
    if (error) setFailure(failureText(error, refusals, actMessages.failed))
    else if (missing) setFailure(missing)
    else onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      initialFocus={firstField}
      {...(text && { description: text })}
    >
      <form
        ref={(form) => {
          firstField.current = form && firstFieldOf(form)
        }}
        onSubmit={submit}
        className="grid gap-5"
      >
        {children}
        {/* In sight however long the form is. */}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-5 py-4">
          <FailureNote text={failure} className="w-full" />
          <Button variant="secondary" onClick={onClose}>
            {cancel ?? uiMessages.cancel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function firstFieldOf({ elements }: HTMLFormElement): HTMLElement | null {
  const [first = null] = [...elements].filter((element) => !(element instanceof HTMLFieldSetElement))
  return first as HTMLElement | null
}
