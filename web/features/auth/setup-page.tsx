import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { MAX_PASSWORD_LENGTH, MAX_SETUP_TOKEN_LENGTH } from '../../../shared/auth/constants.ts'
import { setupErrors } from '../../../shared/auth/errors.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SetupRequest } from '../../../shared/auth/schema.ts'
import { setupMessages } from '../../../shared/auth/setup-messages.ts'
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
import { problemOf, setupRules } from './form-rules.ts'

const { useSetUpMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    setUp: build.mutation<null, SetupRequest>({
      query: (body) => ({ url: '/api/setup', method: 'POST', body }),
      extraOptions: { isPublic: true },
    }),
  }),
})

/** Makes the first admin and signs in; found only by the link that the server prints at its start. */
export function SetupPage() {
  const { formProps, field, failure, busy } = useSetup()
  const { minLength } = usePasswordMinLength()
  return (
    <AuthenticationFrame heading={setupMessages.heading}>
      <p className="-mt-3 text-muted">{setupMessages.lead}</p>
      <form {...formProps} className="grid gap-4">
        <TextField
          label={setupMessages.token}
          {...field('token')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_SETUP_TOKEN_LENGTH}
          hint={setupMessages.tokenHint}
          required
        />
        <TextField
          label={accountMessages.displayName}
          {...field('display_name')}
          autoComplete="name"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          required
        />
        <TextField
          label={signInMessages.email}
          {...field('email')}
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
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
          {setupMessages.submit}
        </Button>
      </form>
    </AuthenticationFrame>
  )
}

function useSetup() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [setUp] = useSetUpMutation()
  const { checkedMinLength } = usePasswordMinLength()
  const { hash } = useLocation()

  async function send(values: SetupRequest): Promise<Problem | null> {
    const { error } = await setUp({ ...values, display_name: values.display_name.trim() })
    if (error) {
      const { text, canRetry } = failureOf(error, setupErrors, setupMessages.failed)
      return problemOf({ text, canRetry, code: apiErrorOf(error)?.code })
    }
    const refusal = await dispatch(signIn(values.email, values.password))
    showSuccess(accountMessages.accountCreated)
    await navigate(refusal ? SIGN_IN_PATH : '/admin', { replace: true })
    return null
  }

  const checked = useCheckedForm<SetupRequest>({ rules: setupRules(checkedMinLength), send })
  const { setValue } = checked.form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address; the others are only called
  useEffect(() => {
    if (!hash) return
    setValue('token', hash.slice(1))
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash])
  return checked
}
