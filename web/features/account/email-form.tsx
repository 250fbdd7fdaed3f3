import { useRef } from 'react'
import { useLocation } from 'react-router'
import { MAX_EMAIL_LENGTH } from '../../../shared/account/constants.ts'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { changeEmail } from '../../session/change-account.ts'
import { useAccount, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { textOf, useSubmit } from './use-submit.ts'

/** Asks for a new e-mail address, and says which one waits for its confirmation. */
export function EmailForm() {
  const { email } = useSession()
  const new_email: unknown = useAccount()?.new_email
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { problem, busy, submit } = useSubmit(async (fields) => {
    const refusal = await changeEmail(textOf(fields, 'email'), pathname)
    if (refusal) return refusal.text
    form.current?.reset()
    showSuccess(securityMessages.emailChangeAsked)
    return null
  })
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      <p className="text-muted wrap-anywhere">
        Your address is <strong className="font-medium text-ink">{email}</strong>.
      </p>
      {typeof new_email === 'string' && new_email && (
        <StatusNote>
          Waiting for the confirmation of <strong>{new_email}</strong>. {securityMessages.emailChangeAsked}
        </StatusNote>
      )}
      <TextField
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
      />
      <ProblemNote text={problem} />
      <Button type="submit" busy={busy} className="justify-self-start">
        Change e-mail
      </Button>
    </form>
  )
}
