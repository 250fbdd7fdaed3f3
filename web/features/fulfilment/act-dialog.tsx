import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { actMessages } from '../../../shared/fulfilment/screen-messages.ts'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ActProblems, type Problems, useFieldProblems } from './act-problems.ts'

interface ActDialogProps {
  title: string
  text?: string
  /** The label of the button that does it. */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Why the server may refuse; by default what sellers do of an order. */
  refusals?: ErrorTexts
  /** The fields that refusals are about, by the code of the refusal. */
  fieldOf?: Readonly<Record<string, string>>
  /** Returns what is wrong with the fields as they are, by their names. */
  check?: () => Problems
  /**
   * Does it, when nothing is wrong. Returns what the server refused with, undefined when it worked; `done` is called once the
   * dialog has given the focus back, as what it shows may take it.
   */
  onSubmit: () => Promise<{ error?: unknown; done?: () => void }>
  onClose: () => void
  children?: ReactNode
}

/**
 * Asks before a change of a seller order, with its fields. What is wrong stands at its field, any other failure above the
 * buttons; what was typed stays.
 */
export function ActDialog({
  title,
  text,
  confirm,
  cancel,
  danger,
  refusals = fulfilmentErrors,
  fieldOf = {},
  check,
  onSubmit,
  onClose,
  children,
}: ActDialogProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const firstField = useRef<HTMLElement>(null)
  const { form, problems, accept, refuse, onInput, onBlur } = useFieldProblems(check)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (!accept()) return
    setBusy(true)
    const { error, done } = await onSubmit()
    setBusy(false)
    if (!error) {
      onClose()
      // The dialog gives the focus back in the frame after it was removed.
      if (done) requestAnimationFrame(() => requestAnimationFrame(done))
      return
    }
    const reason = failureText(error, refusals, actMessages.failed)
    const field = fieldOf[apiErrorOf(error)?.code ?? '']
    if (field) refuse(field, reason)
    else setFailure(reason)
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
        ref={(element) => {
          form.current = element
          firstField.current = element && firstFieldOf(element)
        }}
        noValidate
        onSubmit={submit}
        onInput={onInput}
        onBlur={onBlur}
        className="grid gap-5"
      >
        <ActProblems value={problems}>{children}</ActProblems>
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
