import { useId } from 'react'
import { inputLook } from './text-field.tsx'

interface ChoiceProps {
  label: string
  name?: string
  /** What is wrong with the choice; announced when it appears. */
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
