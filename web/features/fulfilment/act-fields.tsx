import { type ComponentProps, useId } from 'react'
import { Choice } from '../../ui/form/choice.tsx'
import { inputLook, TextField } from '../../ui/form/text-field.tsx'
import { useProblemOf } from './act-problems.ts'

/** A text field of an `ActDialog`, which says what is wrong with it. */
export function ActField({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) {
  return <TextField {...props} name={name} error={useProblemOf(name)} />
}

/** A choice of an `ActDialog`, which says what is wrong with it. */
export function ActChoice({ name, ...props }: ComponentProps<typeof Choice> & { name: string }) {
  return <Choice {...props} name={name} error={useProblemOf(name)} />
}

interface ActTextAreaProps extends ComponentProps<'textarea'> {
  name: string
  label: string
  hint?: string
}

/** A field for several lines of an `ActDialog`, which says what is wrong with it. */
export function ActTextArea({ name, label, hint, className = 'py-2', ...props }: ActTextAreaProps) {
  const id = useId()
  const error = useProblemOf(name)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...props}
        className={`${inputLook} ${className}`}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  /** Empty until one is chosen. */
  value: Reason | ''
  /** Stands there until one is chosen. */
  prompt?: string
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>({ reasons, texts, prompt, ...field }: ReasonFieldProps<Reason>) {
  const options = reasons.map((reason) => ({ value: reason as string, text: texts[reason] }))
  return <ActChoice {...field} name="reason" options={prompt ? [{ value: '', text: prompt }, ...options] : options} />
}
