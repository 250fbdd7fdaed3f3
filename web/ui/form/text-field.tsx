import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** The look of every one-line input and select. */
export const inputLook =
  'w-full min-h-11 rounded-field border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Shown below the input, and read by screen readers. */
  hint?: ReactNode
  /** The error of the value; announced when it appears. */
  error?: string | null
  /** The id of the form's error, when that is about this field. */
  problemId?: string | undefined
  /** Stands in the field in front of the value, e.g. `$`; the label or the hint says the same. */
  prefix?: string
  /** Stands in the field behind the value. */
  suffix?: ReactNode
  /** For fields whose purpose is visually clear: only screen readers get the label. */
  labelHidden?: boolean
}

/** A labelled input with an optional hint and error. */
export function TextField({
  label,
  hint,
  error,
  problemId,
  labelHidden = false,
  prefix,
  suffix,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const describedBy = [hint && `${inputId}-hint`, error && `${inputId}-error`, problemId].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={inputId} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <div className="relative">
        {prefix && (
          <span aria-hidden className="pointer-events-none absolute inset-y-0 start-3.5 flex items-center text-muted">
            {prefix}
          </span>
        )}
        <input
          id={inputId}
          aria-invalid={error || problemId ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...rest}
          className={classNames(inputLook, prefix && 'ps-8', suffix !== undefined && 'pe-18')}
        />
        {suffix}
      </div>
      {hint && (
        <p id={`${inputId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
