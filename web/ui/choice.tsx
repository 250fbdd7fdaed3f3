import { useId } from 'react'
import { inputLook } from './text-field.tsx'

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; text: string }[]
}

/** A labelled drop-down of a form. */
export function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={inputLook}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
