import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { MAX_SETUP_TOKEN_LENGTH } from '../../../shared/auth/constants.ts'
import { setupErrors } from '../../../shared/auth/errors.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SetupRequest } from '../../../shared/auth/schema.ts'
import { invitationMessages, setupMessages } from '../../../shared/auth/setup-messages.ts'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { invitationErrors } from '../../../shared/staff/errors.ts'
import type { AcceptInvitation } from '../../../shared/staff/schema.ts'
import { api, apiErrorOf } from '../../api/api.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { SIGN_IN_PATH } from '../../session/guards.tsx'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type CheckedForm, type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { NeedsScripts } from '../../ui/skeleton.tsx'
import { usePasswordMinLength } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { AccountPassword, EmailField, NameField } from './form-parts.tsx'
import { invitationRules, problemOf, setupRules } from './form-rules.ts'

const { useSetUpMutation, useAcceptInvitationMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    acceptInvitation: build.mutation<{ email: string }, AcceptInvitation>({
      query: (body) => ({ url: '/api/staff/invitation', method: 'POST', body }),
      extraOptions: { isPublic: true },
    }),
    setUp: build.mutation<null, SetupRequest>({
      query: (body) => ({ url: '/api/setup', method: 'POST', body }),
      extraOptions: { isPublic: true },
    }),
  }),
})

/** Makes the first admin and signs in; found only by the link that the server prints at its start. */
export function SetupPage() {
  const { formProps, field, failure, busy } = useSetup()
  return (
    <AuthenticationFrame heading={setupMessages.heading}>
      <p className="-mt-3 text-muted">{setupMessages.lead}</p>
      <form {...formProps} className="grid gap-4">
        <TextField
          label={setupMessages.token}
          {...field('token')}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_SETUP_TOKEN_LENGTH}
          hint={setupMessages.tokenHint}
          required
        />
        <NameField {...field('display_name')} />
        <EmailField {...field('email')} />
        <NewPassword {...field('password')} />
        <FailureNote {...failure} />
        <NeedsScripts />
        <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
          {setupMessages.submit}
        </Button>
      </form>
    </AuthenticationFrame>
  )
}

function NewPassword(props: ReturnType<CheckedForm<{ password: string }>['field']>) {
  const { minLength } = usePasswordMinLength()
  return <AccountPassword {...props} hint={signInMessages.passwordHint({ minLength })} />
}

function useSetup() {
  const [setUp] = useSetUpMutation()
  const enter = useEntrance('/admin/guide', accountMessages.accountCreated)
  const { checkedMinLength } = usePasswordMinLength()

  async function send(values: SetupRequest): Promise<Problem | null> {
    const { error } = await setUp({ ...values, display_name: values.display_name.trim() })
    return error ? problemIn(error, setupErrors, setupMessages.failed) : enter(values)
  }

  const checked = useCheckedForm<SetupRequest>({ rules: setupRules(checkedMinLength), send })
  useTokenOfAddress((token) => checked.form.setValue('token', token))
  return checked
}

/** Accepts the invitation of a mailed link and signs in. */
export function InvitationPage() {
  const [acceptInvitation] = useAcceptInvitationMutation()
  const enter = useEntrance('/admin', invitationMessages.accepted)
  const { checkedMinLength } = usePasswordMinLength()

  async function send(values: AcceptInvitation): Promise<Problem | null> {
    const { data, error } = await acceptInvitation({ ...values, display_name: values.display_name.trim() })
    if (!data) return problemIn(error, invitationErrors, invitationMessages.failed)
    return enter({ ...values, ...data })
  }

  const { formProps, field, failure, busy, form } = useCheckedForm<AcceptInvitation>({
    rules: invitationRules(checkedMinLength),
    defaultValues: { token: '' },
    send,
  })
  useTokenOfAddress((token) => form.setValue('token', token))
  return (
    <AuthenticationFrame heading={invitationMessages.heading}>
      <p className="-mt-3 text-muted">{invitationMessages.lead}</p>
      <form {...formProps} className="grid gap-4">
        <NameField {...field('display_name')} />
        <NewPassword {...field('password')} />
        <FailureNote {...failure} />
        <NeedsScripts />
        <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
          {invitationMessages.submit}
        </Button>
      </form>
    </AuthenticationFrame>
  )
}

function problemIn(error: unknown, texts: ErrorTexts, otherwise: string): Problem | null {
  const { text, canRetry } = failureOf(error, texts, otherwise)
  return problemOf({ text, canRetry, code: apiErrorOf(error)?.code })
}

function useEntrance(path: string, welcome: string) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return async ({ email, password }: { email: string; password: string }): Promise<null> => {
    const refusal = await dispatch(signIn(email, password))
    showSuccess(welcome)
    await navigate(refusal ? SIGN_IN_PATH : path, { replace: true })
    return null
  }
}

/** Takes the token out of the fragment of the address, which is never sent; the history's entry keeps it for a reload. */
function useTokenOfAddress(take: (token: string) => void): void {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address; the others are only called
  useEffect(() => {
    const token: unknown = hash ? hash.slice(1) : state?.token
    if (typeof token !== 'string') return
    take(token)
    if (hash) void navigate({ hash: '' }, { replace: true, preventScrollReset: true, state: { token } })
  }, [hash])
}
