import { useRef, useState } from 'react'
import { MAX_PASSWORD_LENGTH } from '../../../shared/account/constants.ts'
import { accountMessages } from '../../../shared/account/messages.ts'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { changePassword, requestReauthentication } from '../../session/change-account.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { TextButton } from './text-link.tsx'
import { usePasswordMinLength } from './use-password-min-length.ts'
import { textOf, useSubmit } from './use-submit.ts'

/** Refusals of another code, mostly because one was sent so shortly before; that one can be typed. */
const LIMITED: readonly (string | undefined)[] = ['over_email_send_rate_limit', 'over_sms_send_rate_limit']

/** Sets a new password. Who signed in long ago is mailed a code and types it here, too. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const { email } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [mailed, setMailed] = useState(false)
  const passwordMinLength = usePasswordMinLength()

  const { problem, busy, submit } = useSubmit(async (fields) => {
    const password = textOf(fields, 'password')
    if (password !== textOf(fields, 'confirmation')) return accountMessages.passwordsDoNotMatch
    const refusal = await changePassword(password, textOf(fields, 'code'))
    if (refusal?.code === 'reauthentication_needed' && !asksCode) {
      const refused = await requestReauthentication()
      if (refused && !LIMITED.includes(refused.code)) return refused.text
      setAsksCode(true)
      setMailed(!refused)
      return refused?.text ?? null
    }
    if (refusal) return accountMessages.passwordUpdateFailed + refusal.text
    setAsksCode(false)
    form.current?.reset()
    showSuccess(accountMessages.passwordUpdated)
    onDone?.()
    return null
  })

  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      {/* Password managers store the password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="New Password"
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        hint={`At least ${passwordMinLength} characters. All other devices are signed out.`}
        required
      />
      <TextField
        label="Confirm New Password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        required
      />
      {asksCode && <MailedCode mailed={mailed} />}
      <ProblemNote text={problem} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {accountMessages.updatePassword}
      </Button>
    </form>
  )
}

function MailedCode({ mailed }: { mailed: boolean }) {
  async function sendAgain() {
    const refused = await requestReauthentication()
    if (refused) showError(refused.text)
    else showSuccess(securityMessages.codeMailedAgain)
  }

  return (
    <>
      {mailed && <StatusNote>{securityMessages.codeMailed}</StatusNote>}
      <CodeField />
      <p>
        <TextButton onClick={sendAgain}>Send again</TextButton>
      </p>
    </>
  )
}
