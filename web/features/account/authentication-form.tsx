import { useState } from 'react'
import {
  MAX_DISPLAY_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  type SignUpRole,
} from '../../../shared/account/constants.ts'
import { accountMessages } from '../../../shared/account/messages.ts'
import type { Arrival } from '../../session/arrive-by-link.ts'
import type { Refusal } from '../../session/ask-auth.ts'
import { signIn, signUp, UNCONFIRMED } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { NeedsScripts } from '../../ui/skeleton.tsx'
import { RadioGroup, TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { usePasswordMinLength } from './use-password-min-length.ts'
import { useSaySignedIn } from './use-say-signed-in.ts'
import { textOf, useSubmit } from './use-submit.ts'

export type AuthenticationMode = 'sign-in' | 'sign-up'

interface AuthenticationFormProps {
  mode: AuthenticationMode
  /** What came before the form was shown. */
  arrival: Arrival
  /** Where a mailed link that confirms the address leads. */
  returnTo: () => string
  /** The address must be confirmed before the first sign-in. */
  onUnconfirmed: (email: string) => void
}

const ROLE_OPTIONS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
] as const

/** The fields of one mode. What went wrong stands in the form and is shown as a toast. */
export function AuthenticationForm({ arrival, ...props }: AuthenticationFormProps) {
  const [role, setRole] = useState<SignUpRole>('buyer')
  const { problem, tried, busy, submit } = useAuthentication(props, role)
  const signingUp = props.mode === 'sign-up'
  const passwordMinLength = usePasswordMinLength()
  const hydrated = useHydrated()
  return (
    // Sent by the browser itself, before the page is alive, a form without a method puts the password into the address.
    <form method="post" onSubmit={submit} className="grid gap-4">
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
        hint={signingUp ? `At least ${passwordMinLength} characters.` : undefined}
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
      <ProblemNote text={tried ? problem : arrival.problem} />
      {!tried && arrival.notice && <StatusNote>{arrival.notice}</StatusNote>}
      <NeedsScripts />
      <Button type="submit" size="large" busy={busy} disabled={!hydrated} className="mt-1 w-full">
        {signingUp ? accountMessages.signUpButton : accountMessages.signInButton}
      </Button>
    </form>
  )
}

function useAuthentication(
  { mode, returnTo, onUnconfirmed }: Omit<AuthenticationFormProps, 'arrival'>,
  role: SignUpRole,
) {
  const saySignedIn = useSaySignedIn()
  const [tried, setTried] = useState<AuthenticationMode>()
  const signingUp = mode === 'sign-up'

  const { problem, busy, submit } = useSubmit(async (form) => {
    setTried(mode)
    const refusal = await (signingUp ? signUpWith(form, role, returnTo()) : signInWith(form))
    const unconfirmed = refusal?.code === UNCONFIRMED
    if (refusal && !unconfirmed) return refusal.text
    if (signingUp) showSuccess(accountMessages.accountCreated)
    if (unconfirmed) onUnconfirmed(textOf(form, 'email'))
    else if (!signingUp) saySignedIn()
    return null
  })

  return { problem: tried === mode ? problem : null, tried: tried !== undefined, busy, submit }
}

function signInWith(form: FormData): Promise<Refusal | null> {
  return signIn(textOf(form, 'email'), textOf(form, 'password'))
}

async function signUpWith(form: FormData, role: SignUpRole, returnTo: string): Promise<Refusal | null> {
  const password = textOf(form, 'password')
  if (password !== textOf(form, 'confirmation')) return { text: accountMessages.passwordsDoNotMatch, code: undefined }
  const displayName = textOf(form, 'display_name').trim()
  return signUp({ email: textOf(form, 'email'), password, displayName, role }, returnTo)
}
