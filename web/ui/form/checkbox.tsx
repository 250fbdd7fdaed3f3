import type { ComponentProps, ReactNode } from 'react'

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
