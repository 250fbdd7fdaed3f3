import { type ComponentProps, createContext, useContext, useEffect, useRef, useState } from 'react'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { Choice, TextArea } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { whenReleased } from '../../ui/form/use-checked-form.ts'

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
 * next input. `check` returns the errors of the present values.
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
