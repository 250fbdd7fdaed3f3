import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import type { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { DialogErrors, type Problems, useFieldProblems } from './dialog-fields.tsx'

interface ActionDialogProps {
  title: string
  text?: string
  confirm: string
  cancel?: string
  danger?: boolean
  /** Texts of the server's refusals; by default those of seller orders. */
  refusals?: ErrorTexts
  /** The fields that refusals are about, by the code of the refusal. */
  fieldOf?: Readonly<Record<string, string>>
  /** Returns the errors of the fields by their names. */
  check?: () => Problems
  /** The draft of the fields; offered when another tab left one behind, discarded on success. */
  draft?: Pick<ReturnType<typeof useDraft>, 'offer' | 'discard'>
  success?: string
  /**
   * Called when no field has an error. Returns the server's refusal, if any; `done` is called after the dialog has restored the
   * focus, as what it shows may take the focus.
   */
  onSubmit: () => Promise<{ error?: unknown; done?: () => void }>
  onClose: () => void
  children?: ReactNode
}

/** A form in a dialog. The error of a field appears below it, any other failure above the buttons; the input stays. */
export function ActionDialog({
  title,
  text,
  confirm,
  cancel,
  danger,
  refusals = fulfilmentErrors,
  fieldOf = {},
  check,
  draft,
  success,
  onSubmit,
  onClose,
  children,
}: ActionDialogProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const firstField = useRef<HTMLElement>(null)
  const { form, problems, accept, refuse, onInput, onBlur } = useFieldProblems(check)
  // Not while it is sent: a closed dialog could not show a failure.
  const close = () => busy || onClose()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (!accept()) return
    setBusy(true)
    const { error, done } = await onSubmit()
    setBusy(false)
    if (!error) {
      draft?.discard()
      if (success) showSuccess(success)
      onClose()
      // The dialog restores the focus in the frame after its removal.
      if (done) requestAnimationFrame(() => requestAnimationFrame(done))
      return
    }
    const reason = failureText(error, refusals, actionMessages.failed)
    const field = fieldOf[apiErrorOf(error)?.code ?? '']
    if (field) refuse(field, reason)
    else setFailure(reason)
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || close()}
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
        <DialogErrors value={problems}>
          {draft && <DraftOffer {...draft.offer} />}
          {children}
        </DialogErrors>
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-5 py-4">
          <FailureNote text={failure} className="w-full" />
          <Button variant="secondary" aria-disabled={busy || undefined} onClick={close}>
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
