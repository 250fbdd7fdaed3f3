import type { Factor } from '@supabase/auth-js'
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { MAX_CODE_LENGTH, MAX_PASSWORD_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import type { AuthCall } from '../../session/call-auth.ts'
import { FailureNote, type FailureNoteProps } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Link } from '../../ui/link.tsx'

const LOOK = 'inline-flex min-h-10 items-center font-medium text-brand underline-offset-4 hover:underline'

/** A link on its own line in a form. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={LOOK} />
}

/** A button with the look of `TextLink`. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className={LOOK} />
}

/** The progress of a form; announced when it appears. */
export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-field bg-info-tint px-4 py-3 text-info wrap-anywhere">
      {children}
    </p>
  )
}

interface FactorFormProps extends ComponentProps<'form'> {
  title: string
  failure: FailureNoteProps
  submitText: string
  busy: boolean
  onCancel: () => void
}

/** A step of adding a verification method; it takes the focus from the pressed button. */
export function FactorForm({ title, failure, submitText, busy, onCancel, children, ...form }: FactorFormProps) {
  return (
    <form
      {...form}
      ref={useFocusFirst()}
      aria-label={title}
      className="grid scroll-my-28 gap-4 rounded-field border border-line p-4"
    >
      {children}
      <FailureNote {...failure} />
      <FormButtons submit={submitText} busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** Returns a ref for a form that replaces a pressed button: it scrolls into view and its first field takes the focus. */
export function useFocusFirst(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Scrolls to the form, as the QR code above the field must stay visible.
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return form
}

type FieldProps = Partial<ComponentProps<typeof TextField>>

/** A field for the name of a user. */
export function NameField(props: FieldProps) {
  return (
    <TextField
      label={accountMessages.displayName}
      autoComplete="name"
      maxLength={MAX_DISPLAY_NAME_LENGTH}
      required
      {...props}
    />
  )
}

/** A field for the email address of an account. */
export function EmailField(props: FieldProps) {
  return (
    <TextField
      label={signInMessages.email}
      type="email"
      autoComplete="email"
      maxLength={MAX_EMAIL_LENGTH}
      required
      {...props}
    />
  )
}

/** A field for the password of an account, by default a new one. */
export function AccountPassword(props: FieldProps) {
  return (
    <PasswordField
      label={signInMessages.password}
      autoComplete="new-password"
      maxLength={MAX_PASSWORD_LENGTH}
      required
      {...props}
    />
  )
}

interface CodeFieldProps {
  label?: string
  hint?: string
  /** The props that the form hook returns for this field. */
  field: Pick<ComponentProps<typeof TextField>, 'name' | 'onBlur' | 'ref' | 'error' | 'problemId'> & {
    onChange: (event: ChangeEvent<HTMLInputElement>) => unknown
  }
}

/** A field for a numeric code; pasted spaces and dashes are removed. */
export function CodeField({ label = signInMessages.code, hint, field }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, MAX_CODE_LENGTH)
        if (digits !== event.target.value) event.target.value = digits
        return field.onChange(event)
      }}
      required
    />
  )
}

/** Returns a function that runs an action of the account, its busy flag, and its last failure with a retry. */
export function useAccountAction(action: () => AuthCall, onDone: () => unknown = () => {}) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const { report, clear, note } = useFailure()
  async function run(): Promise<void> {
    if (busy) return
    clear()
    setBusy(true)
    const refusal = await dispatch(action())
    setBusy(false)
    if (refusal) report({ text: refusal.text, retry: refusal.canRetry ? run : undefined })
    else onDone()
  }
  return { run, busy, note }
}

/** Returns the user's name for a verification method, with the last digits of a phone. */
export function factorTitle(factor: Pick<Factor, 'friendly_name' | 'factor_type'> & { phone?: string }): string {
  const { friendly_name, factor_type, phone } = factor
  if (factor_type !== 'phone') return friendly_name || signInMessages.authenticatorApp
  const name = friendly_name || signInMessages.phone
  return phone ? signInMessages.phoneTitle({ name, lastDigits: phone.slice(-3) }) : name
}

/** Returns the default name of a method, numbered when that name is taken. */
export function freeName(kind: string, taken: readonly string[]): string {
  let name = kind
  for (let number = 2; taken.includes(name); number++) name = securityMessages.numberedName({ name: kind, number })
  return name
}
