import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'
import { DraftOffer, type useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Choice, TextArea } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { whenReleased } from '../../ui/form/use-checked-form.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

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
  /** Shows a newer revision of what the form changes. */
  conflict?: ReactNode
  /** Beside the buttons; `accept` shows the errors of the fields, and returns true without any. */
  extra?: (accept: () => boolean) => ReactNode
  /**
   * Called when no field has an error. Returns the server's refusal, if any; `done` is called after the dialog has restored the
   * focus, as what it shows may take the focus.
   */
  onSubmit: () => Promise<{ error?: unknown; done?: () => void }>
  onClose: () => void
  children?: ReactNode
}

/** A form in a dialog. The error of a field appears below it, any other failure above the buttons; the input stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, text, confirm, cancel, danger, draft, conflict, extra, onClose, children } = props
  const { refusals = fulfilmentErrors, fieldOf = {}, check, success, onSubmit } = props
  const [failure, setFailure] = useState<{ code: string | undefined; text: string }>()
  const [busy, setBusy] = useState(false)
  const firstField = useRef<HTMLElement>(null)
  const { form, problems, accept, refuse, onInput, onBlur } = useFieldProblems(check)
  const note = useRef<HTMLDivElement>(null)
  const isConflict = Boolean(conflict)
  useEffect(() => {
    if (isConflict) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isConflict])
  // The conflict itself says so.
  if (isConflict && failure?.code === 'newer_revision') setFailure(undefined)
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
    const code = apiErrorOf(error)?.code
    const field = fieldOf[code ?? '']
    if (field) refuse(field, reason)
    else setFailure({ code, text: reason })
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
        {isConflict && <div ref={note}>{conflict}</div>}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-5 py-4">
          <FailureNote text={failure?.text} className="w-full" />
          {extra?.(accept)}
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

/** A text field of an `ActionDialog`, which shows its error. */
export function DialogField({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) {
  return <TextField {...props} name={name} error={useProblemOf(name)} />
}

/** A choice of an `ActionDialog`, which shows its error. */
export function DialogChoice({ name, ...props }: ComponentProps<typeof Choice> & { name: string }) {
  return <Choice {...props} name={name} error={useProblemOf(name)} />
}

/** A field for several lines of an `ActionDialog`, which shows its error. */
export function DialogTextArea({ name, ...props }: ComponentProps<typeof TextArea> & { name: string }) {
  return <TextArea autoComplete="off" {...props} name={name} error={useProblemOf(name)} />
}

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  /** Empty until one is chosen. */
  value: Reason | ''
  prompt?: string
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>({ reasons, texts, prompt, ...field }: ReasonFieldProps<Reason>) {
  const options = reasons.map((reason) => ({ value: reason as string, text: texts[reason] }))
  return (
    <DialogChoice {...field} name="reason" options={prompt ? [{ value: '', text: prompt }, ...options] : options} />
  )
}

/** Errors of a dialog's fields, by name. */
export type Problems = Readonly<Record<string, string | undefined>>

export const DialogErrors = createContext<Problems>({})

/** Returns the error to show at a field of the surrounding dialog; undefined without one. */
export function useProblemOf(name: string): string | undefined {
  return useContext(DialogErrors)[name]
}

interface FieldEvent {
  target: EventTarget
  relatedTarget?: EventTarget | null
}

/**
 * Returns the errors to show in a form: of an edited field on blur, of all fields on submit, and the server's refusal until the
 * next input. `check` returns the errors of the current values.
 */
export function useFieldProblems(check: (() => Problems) | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const edited = useRef(new Set<string>())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Problems>({})
  /** The number of failed submits; each moves the focus. */
  const [attempts, setAttempts] = useState(0)
  const currentErrors = (): Problems => ({ ...check?.(), ...incompleteOf(form.current) })
  const shown = Object.entries(currentErrors()).filter(([name, text]) => text && (attempts > 0 || left.has(name)))
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])

  return {
    form,
    problems: { ...Object.fromEntries(shown), ...refused } satisfies Problems,
    /** Returns true without errors; otherwise focuses the first field with one. */
    accept(): boolean {
      setRefused({})
      const isRight = !Object.values(currentErrors()).some(Boolean)
      if (!isRight) setAttempts(attempts + 1)
      return isRight
    },
    /** Shows a refusal at a field and focuses it. */
    refuse(name: string, text: string) {
      setRefused({ [name]: text })
      setAttempts(attempts + 1)
    },
    onInput({ target }: FieldEvent) {
      edited.current.add(nameOf(target))
      setRefused({})
    },
    onBlur({ target, relatedTarget }: FieldEvent) {
      const isSent = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      const name = nameOf(target)
      if (isSent || !edited.current.has(name)) return
      if (target instanceof HTMLInputElement && target.value === '' && !target.validity.badInput) return
      whenReleased(() => setLeft((names) => new Set([...names, name])))
    },
  }
}

function nameOf(target: EventTarget): string {
  return 'name' in target ? String(target.name) : ''
}

/** Returns errors of incomplete dates, whose value is empty. */
function incompleteOf(form: HTMLFormElement | null): Problems {
  const dates = [...(form?.elements ?? [])].filter(
    (field) => field instanceof HTMLInputElement && field.type === 'date' && field.validity.badInput,
  )
  return Object.fromEntries(dates.map((field) => [nameOf(field), actionMessages.wholeDate]))
}
