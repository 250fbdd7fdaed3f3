import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { classNames } from '../class-names.ts'

/** The look of every one-line input and select. */
export const inputLook =
  'w-full min-h-11 rounded-field border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60'

interface FieldErrorProps {
  id?: string | undefined
  /** Empty for none. */
  text: string | null | undefined
  className?: string
}

/** The error of a field; announced when it appears. */
export function FieldError({ id, text, className }: FieldErrorProps) {
  if (!text) return null
  return (
    <p id={id} role="alert" className={classNames('text-sm text-danger', className)}>
      {text}
    </p>
  )
}

interface FieldTexts {
  /** Shown below the field; describes it. */
  hint?: ReactNode
  error?: string | null | undefined
  /** The id of the form's error, when it is about this field. */
  problemId?: string | undefined
}

/** Returns the attributes of the field in the `Labelled` with this id. */
export function fieldAttributes(id: string, { hint, error, problemId }: FieldTexts) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, problemId].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error || problemId ? true : undefined,
    'aria-describedby': describedBy || undefined,
  } as const
}

interface LabelledProps extends Omit<FieldTexts, 'problemId'> {
  id: string
  label: string
  /** For fields whose purpose is visually clear: only screen readers get the label. */
  labelHidden?: boolean
  className?: string | undefined
  /** The field, with its `fieldAttributes`. */
  children: ReactNode
}

/** A field between its label above, and its hint and error below. */
export function Labelled({ id, label, labelHidden, hint, error, className, children }: LabelledProps) {
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  label: string
  /** Shown before the value, e.g. `$`; the label or the hint says the same. */
  prefix?: string
  /** Shown after the value. */
  suffix?: ReactNode
  labelHidden?: boolean
}

/** A labelled input with an optional hint and error. Browsers fill in only one that names its `autoComplete`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, problemId, labelHidden, prefix, suffix, className, id, ...rest } = props
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <Labelled id={inputId} label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      <div className="relative">
        {prefix && (
          <span aria-hidden className="pointer-events-none absolute inset-y-0 start-3.5 flex items-center text-muted">
            {prefix}
          </span>
        )}
        <input
          autoComplete="off"
          {...fieldAttributes(inputId, { hint, error, problemId })}
          {...rest}
          className={classNames(
            inputLook,
            prefix && (prefix.length > 1 ? 'ps-14' : 'ps-8'),
            suffix !== undefined && 'pe-18',
          )}
        />
        {suffix}
      </div>
    </Labelled>
  )
}

/** A field for a password, hidden until its button shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      suffix={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1.5 end-1.5 rounded-field px-3 text-sm font-medium text-muted hover:bg-tint hover:text-ink"
        >
          {shown ? uiMessages.hide : uiMessages.show}
        </button>
      }
    />
  )
}
