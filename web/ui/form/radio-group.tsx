import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

interface RadioGroupProps<Value extends string> {
  legend: string
  name: string
  options: readonly { value: Value; label: string; hint?: ReactNode; end?: ReactNode }[]
  /** One below the other. */
  stacked?: boolean
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons on cards. */
export function RadioGroup<Value extends string>({
  legend,
  name,
  options,
  stacked,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', !stacked && 'sm:grid-flow-col sm:auto-cols-fr')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-line-strong bg-surface px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{option.label}</span>
              {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
            </span>
            {option.end && <span className="ms-auto text-end font-medium">{option.end}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
