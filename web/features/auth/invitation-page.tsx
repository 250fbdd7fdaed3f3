import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { MAX_PASSWORD_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { invitationErrors } from '../../../shared/staff/errors.ts'
import { invitationMessages } from '../../../shared/staff/messages.ts'
import type { AcceptInvitation } from '../../../shared/staff/schema.ts'
import { api, apiErrorOf } from '../../api/api.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { SIGN_IN_PATH } from '../../session/guards.tsx'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { NeedsScripts } from '../../ui/skeleton.tsx'
import { usePasswordMinLength } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { invitationRules, problemOf } from './form-rules.ts'

const { useAcceptInvitationMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    acceptInvitation: build.mutation<{ email: string }, AcceptInvitation>({
      query: (body) => ({ url: '/api/staff/invitation', method: 'POST', body }),
      extraOptions: { isPublic: true },
    }),
  }),
})

/** Accepts the invitation of a mailed link, whose fragment is the token, and signs in. */
export function InvitationPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [acceptInvitation] = useAcceptInvitationMutation()
  const { minLength, checkedMinLength } = usePasswordMinLength()
  const { hash } = useLocation()

  async function send(values: AcceptInvitation): Promise<Problem | null> {
    const accepted = await acceptInvitation({ ...values, display_name: values.display_name.trim() })
    if (accepted.error) {
      const { text, canRetry } = failureOf(accepted.error, invitationErrors, invitationMessages.failed)
      return problemOf({ text, canRetry, code: apiErrorOf(accepted.error)?.code })
    }
    const refusal = await dispatch(signIn(accepted.data.email, values.password))
    showSuccess(accountMessages.accountCreated)
    await navigate(refusal ? SIGN_IN_PATH : '/admin', { replace: true })
    return null
  }

  const rules = invitationRules(checkedMinLength)
  const { formProps, field, failure, busy, form } = useCheckedForm<AcceptInvitation>({
    rules,
    defaultValues: { token: '' },
    send,
  })
  const { setValue } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address; the others are only called
  useEffect(() => {
    if (!hash) return
    setValue('token', hash.slice(1))
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash])
  return (
    <AuthenticationFrame heading={invitationMessages.heading}>
      <p className="-mt-3 text-muted">{invitationMessages.lead}</p>
      <form {...formProps} className="grid gap-4">
        <TextField
          label={accountMessages.displayName}
          {...field('display_name')}
          autoComplete="name"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          required
        />
        <PasswordField
          label={signInMessages.password}
          {...field('password')}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          hint={signInMessages.passwordHint({ minLength })}
          required
        />
        <FailureNote {...failure} />
        <NeedsScripts />
        <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
          {invitationMessages.submit}
        </Button>
      </form>
    </AuthenticationFrame>
  )
}
