import { type FormEvent, useState } from 'react'
import {
  MAX_DISPLAY_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type SignUpRole,
} from '../../../shared/account/constants.ts'
import { accountMessages } from '../../../shared/account/messages.ts'
import { signIn, signUp } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup, TextField } from '../../ui/text-field.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'

export type AuthenticationMode = 'sign-in' | 'sign-up'

const ROLE_OPTIONS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
] as const

/** The fields of one mode. What went wrong stands in the form and is shown as a toast. */
export function AuthenticationForm({ mode }: { mode: AuthenticationMode }) {
  const [role, setRole] = useState<SignUpRole>('buyer')
  const { error, busy, submit } = useSubmit(mode, role)
  const signingUp = mode === 'sign-up'
  return (
    <form onSubmit={submit} className="grid gap-4">
      {signingUp && (
        <TextField
          label="Display Name"
          name="display_name"
          autoComplete="name"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          pattern=".*\S.*"
          required
        />
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete={signingUp ? 'email' : 'username'}
        maxLength={MAX_EMAIL_LENGTH}
        required
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        maxLength={MAX_PASSWORD_LENGTH}
        hint={signingUp ? `At least ${MIN_PASSWORD_LENGTH} characters.` : undefined}
        required
      />
      {signingUp && (
        <>
          <TextField
            label="Confirm Password"
            name="confirmation"
            type="password"
            autoComplete="new-password"
            maxLength={MAX_PASSWORD_LENGTH}
            required
          />
          <RadioGroup legend="Role" name="role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
        </>
      )}
      {error && (
        <p role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger wrap-anywhere">
          {error}
        </p>
      )}
      <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
        {signingUp ? accountMessages.signUpButton : accountMessages.signInButton}
      </Button>
    </form>
  )
}

function useSubmit(mode: AuthenticationMode, role: SignUpRole) {
  const [failure, setFailure] = useState<{ mode: AuthenticationMode; text: string }>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setFailure(undefined)
    setBusy(true)
    const text = await (mode === 'sign-up' ? signUpWith(form, role) : signInWith(form))
    setBusy(false)
    if (text === null) {
      showSuccess(mode === 'sign-up' ? accountMessages.accountCreated : accountMessages.signedIn)
      return
    }
    setFailure({ mode, text })
    showError(text)
  }

  return { error: failure?.mode === mode ? failure.text : undefined, busy, submit }
}

function signInWith(form: FormData): Promise<string | null> {
  return signIn(textOf(form, 'email'), textOf(form, 'password'))
}

async function signUpWith(form: FormData, role: SignUpRole): Promise<string | null> {
  const password = textOf(form, 'password')
  if (password !== textOf(form, 'confirmation')) return accountMessages.passwordsDoNotMatch
  return signUp({ email: textOf(form, 'email'), password, displayName: textOf(form, 'display_name').trim(), role })
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}
