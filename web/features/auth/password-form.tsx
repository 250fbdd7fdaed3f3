import { useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changePassword, requestReauthentication } from '../../session/change-account.ts'
import { useUnsavedForm } from '../../session/unsaved-forms.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { type CheckedForm, type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { usePasswordMinLength } from './account-api.ts'
import { AccountPassword, CodeField, StatusNote, TextButton, useAccountAction } from './form-parts.tsx'
import { passwordRules, problemOf } from './form-rules.ts'

/** Refusals of a second email too soon: the earlier code is still valid. */
const LIMITED: readonly (string | undefined)[] = ['over_email_send_rate_limit', 'over_sms_send_rate_limit']

interface PasswordValues {
  password: string
  confirmation: string
  code?: string
}

interface PasswordFormProps {
  /** `secondary` beside other forms. */
  variant?: 'secondary'
  onDone?: () => void
}

/** Sets a new password; an old session also requires an emailed code. */
export function PasswordForm({ variant, onDone }: PasswordFormProps) {
  const { email } = useSession()
  const dispatch = useAppDispatch()
  const [needsCode, setNeedsCode] = useState(false)
  const [emailed, setEmailed] = useState(false)
  const { minLength, checkedMinLength } = usePasswordMinLength()

  async function send({ password, code }: PasswordValues): Promise<Problem | null> {
    const refusal = await dispatch(changePassword(password, code))
    if (refusal?.code === 'reauthentication_needed' && !needsCode) {
      const refused = await dispatch(requestReauthentication())
      if (refused && !LIMITED.includes(refused.code)) return problemOf(refused)
      setNeedsCode(true)
      setEmailed(!refused)
      return problemOf(refused)
    }
    if (refusal) return problemOf(refusal, accountMessages.passwordUpdateFailed({ reason: refusal.text }))
    setNeedsCode(false)
    form.reset()
    showSuccess(accountMessages.passwordUpdated)
    onDone?.()
    return null
  }

  const { formProps, field, form, failure, busy } = useCheckedForm<PasswordValues>({
    rules: passwordRules(checkedMinLength),
    defaultValues: { password: '', confirmation: '' },
    send,
  })
  const { getValues } = form
  useUnsavedForm({ isDirty: () => Object.values(getValues()).some(Boolean), discard: () => {} })

  return (
    <form {...formProps} className="grid gap-4">
      {/* Password managers store the password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <AccountPassword
        label={securityMessages.newPassword}
        {...field('password', { deps: 'confirmation' })}
        hint={securityMessages.newPasswordHint({ minLength })}
      />
      <AccountPassword label={securityMessages.confirmNewPassword} {...field('confirmation')} />
      {needsCode && <EmailedCode emailed={emailed} field={field('code')} />}
      <FailureNote {...failure} />
      <Button type="submit" variant={variant} busy={busy} className="justify-self-start">
        {accountMessages.updatePassword}
      </Button>
    </form>
  )
}

function EmailedCode({
  emailed,
  field,
}: {
  emailed: boolean
  field: ReturnType<CheckedForm<PasswordValues>['field']>
}) {
  const { run, note } = useAccountAction(requestReauthentication, () => showSuccess(securityMessages.codeEmailedAgain))

  return (
    <>
      {emailed && <StatusNote>{securityMessages.codeEmailed}</StatusNote>}
      <CodeField field={field} />
      <p>
        <TextButton onClick={run}>{signInMessages.sendAgain}</TextButton>
      </p>
      <FailureNote {...note} />
    </>
  )
}
