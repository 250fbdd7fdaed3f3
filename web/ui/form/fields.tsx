import { type ComponentProps, type ReactNode, useId } from 'react'
import { useNumberInput } from './number-input.ts'
import { fieldAttributes, inputLook, Labelled, TextField } from './text-field.tsx'

interface ChoiceProps {
  label: string
  labelHidden?: boolean | undefined
  className?: string
  name?: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
  value: string
  onChange: (value: string) => void
  options: readonly ChoiceOption[]
}

/** A labelled drop-down of a form. */
export function Choice({ name, disabled, value, onChange, options, ...labelled }: ChoiceProps) {
  const id = useId()
  return (
    <Labelled id={id} {...labelled}>
      <select
        {...fieldAttributes(id, labelled)}
        name={name}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={inputLook}
      >
        <Options options={options} />
      </select>
    </Labelled>
  )
}

/** A labelled input for a number; see `useNumberInput`. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} {...useNumberInput()} />
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string
  error?: string | undefined
  problemId?: string | undefined
}

/** A labelled field for several lines. */
export function TextArea({ label, hint, error, problemId, className = 'py-2', ...props }: TextAreaProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        {...fieldAttributes(id, { hint, error, problemId })}
        {...props}
        className={`${inputLook} ${className}`}
      />
    </Labelled>
  )
}

/** An option of a drop-down. */
export interface ChoiceOption {
  value: string
  text: string
}

/** The options of a `<select>`. */
export function Options({ options }: { options: readonly ChoiceOption[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}

/** Returns the options of a drop-down that filters a list, beginning with the one for the whole list. */
export function optionsFor<Value extends string>(
  all: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): ChoiceOption[] {
  return [{ value: '', text: all }, ...values.map((value) => ({ value, text: texts[value] }))]
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Beside the box. */
  children: ReactNode
  onChange: (checked: boolean) => void
}

/** A box to tick with its label. */
export function Checkbox({ children, onChange, ...box }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 justify-self-start rounded-field has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        {...box}
        type="checkbox"
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 shrink-0 accent-brand outline-none"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}
