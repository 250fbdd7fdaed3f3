import { type ComponentProps, useId } from 'react'
import { useNumberInput } from './number-input.ts'
import { inputLook, TextField } from './text-field.tsx'

interface ChoiceProps {
  label: string
  name?: string
  /** The error of the choice; announced when it appears. */
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; text: string }[]
}

/** A labelled drop-down of a form. */
export function Choice({ label, name, error, value, onChange, options }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inputLook}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** A labelled input for a number; see `useNumberInput`. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="off" {...props} {...useNumberInput()} />
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string
  /** The error of the text; announced when it appears. */
  error?: string | undefined
}

/** A labelled field for several lines. */
export function TextArea({ label, hint, error, className = 'py-2', ...props }: TextAreaProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
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
