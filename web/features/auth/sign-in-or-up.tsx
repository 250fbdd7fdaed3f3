import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { SignUpRole } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { type LinkResult, type LinkStep, returnAddress } from '../../session/auth-link.ts'
import type { Refusal } from '../../session/call-auth.ts'
import { LegalLine } from '../../session/legal-line.tsx'
import { signIn, signInAtProvider, UNCONFIRMED } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { NeedsScripts } from '../../ui/skeleton.tsx'
import { accountApi, refusalIn, useConfirmSignIn, usePasswordMinLength } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { reasonOf, roleOf, stepPath } from './authentication-steps.ts'
import { AccountPassword, EmailField, NameField, StatusNote, TextButton, TextLink } from './form-parts.tsx'
import { problemOf, signInRules, signUpRules } from './form-rules.ts'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** The form to sign in or sign up, and the other sign-in methods. */
export function SignInOrUp({ linkResult }: { linkResult: LinkResult }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [mode, setMode] = useState<AuthenticationMode>(roleOf(query) ? 'sign-up' : 'sign-in')
  const signingUp = mode === 'sign-up'
  const returnTo = (step: LinkStep) => () =>
    returnAddress(step, { from: query.get('from'), action: query.get('action') })
  return (
    <AuthenticationFrame heading={signingUp ? accountMessages.signUpHeading : accountMessages.signInHeading}>
      <WhyHere />
      {/* One form for both modes, so that the input stays. */}
      <AuthenticationForm
        mode={mode}
        linkResult={linkResult}
        returnTo={returnTo('confirmed')}
        onUnconfirmed={(email) => navigate(stepPath(query, 'confirm-email'), { state: { email } })}
      />
      {signingUp && <LegalLine of="signUp" />}
      {!signingUp && (
        <ul className="-mt-2 flex flex-wrap justify-between gap-x-6">
          <li>
            <TextLink to={stepPath(query, 'forgot-password')}>{signInMessages.forgotPassword}</TextLink>
          </li>
          <li>
            <TextLink to={stepPath(query, 'email-code')}>{signInMessages.emailCode}</TextLink>
          </li>
        </ul>
      )}
      <p className="rounded-field bg-tint px-4 py-1 text-center">
        <TextButton onClick={() => setMode(signingUp ? 'sign-in' : 'sign-up')}>
          {signingUp ? accountMessages.toSignIn : accountMessages.toSignUp}
        </TextButton>
      </p>
      <ProviderButtons returnTo={returnTo('arrived')} />
    </AuthenticationFrame>
  )
}

function WhyHere() {
  const [query] = useSearchParams()
  const reason = reasonOf(query)
  return reason && <p className="-mt-3 text-muted">{reason}</p>
}

function ProviderButtons({ returnTo }: { returnTo: () => string }) {
  const dispatch = useAppDispatch()
  const { data: settings } = accountApi.useGetSignInSettingsQuery()
  const { redirecting, redirect, note } = useProviderRedirect((name) => dispatch(signInAtProvider(name, returnTo())))
  const names = settings ? providerNames(settings) : []

  if (names.length === 0) return null
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <ul aria-label={signInMessages.otherWays} className="grid gap-3">
        {names.map((name) => (
          <li key={name}>
            <Button
              variant="secondary"
              size="large"
              className="w-full"
              busy={redirecting === name}
              onClick={() => redirect(name)}
            >
              {signInMessages.continueWith({ provider: providerTitle(name) })}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNote {...note} />
    </div>
  )
}

type AuthenticationMode = 'sign-in' | 'sign-up'

interface AuthenticationFormProps {
  mode: AuthenticationMode
  linkResult: LinkResult
  returnTo: () => string
  /** Called when the address must be confirmed before the first sign-in. */
  onUnconfirmed: (email: string) => void
}

const ROLE_OPTIONS = [
  { value: 'buyer', label: accountMessages.roles.buyer },
  { value: 'seller', label: accountMessages.roles.seller },
] as const

interface AuthenticationValues {
  display_name: string
  email: string
  password: string
  confirmation: string
  role: SignUpRole
}

function AuthenticationForm({ linkResult, ...props }: AuthenticationFormProps) {
  const { formProps, field, form, failure, tried, busy } = useAuthentication(props)
  const signingUp = props.mode === 'sign-up'
  const { minLength } = usePasswordMinLength()
  return (
    <form {...formProps} className="grid gap-4">
      {signingUp && <NameField {...field('display_name')} />}
      <EmailField {...field('email')} autoComplete={signingUp ? 'email' : 'username'} />
      <AccountPassword
        {...field('password', { deps: 'confirmation' })}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        hint={signingUp ? signInMessages.passwordHint({ minLength }) : undefined}
      />
      {signingUp && (
        <>
          <AccountPassword label={signInMessages.confirmPassword} {...field('confirmation')} />
          <RadioGroup
            legend={signInMessages.role}
            name="role"
            options={ROLE_OPTIONS}
            value={form.watch('role')}
            onChange={(role) => form.setValue('role', role)}
          />
        </>
      )}
      <FailureNote {...(tried ? failure : { text: linkResult.problem })} />
      {!tried && linkResult.notice && <StatusNote>{linkResult.notice}</StatusNote>}
      <NeedsScripts />
      <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
        {signingUp ? accountMessages.signUpButton : accountMessages.signInButton}
      </Button>
    </form>
  )
}

function useAuthentication({ mode, returnTo, onUnconfirmed }: Omit<AuthenticationFormProps, 'linkResult'>) {
  const dispatch = useAppDispatch()
  const [query] = useSearchParams()
  const [createAccount] = accountApi.useSignUpMutation()
  const confirmSignIn = useConfirmSignIn()
  const { checkedMinLength } = usePasswordMinLength()
  const [tried, setTried] = useState<AuthenticationMode>()
  const signingUp = mode === 'sign-up'

  async function signUp({ email, password, display_name, role }: AuthenticationValues): Promise<Refusal | null> {
    const form = { email, password, displayName: display_name.trim(), role }
    const { error } = await createAccount({ form, returnTo: returnTo() })
    return error ? refusalIn(error) : null
  }

  async function send(values: AuthenticationValues): Promise<Problem | null> {
    setTried(mode)
    const refusal = await (signingUp ? signUp(values) : dispatch(signIn(values.email, values.password)))
    const unconfirmed = refusal?.code === UNCONFIRMED
    if (refusal && !unconfirmed) return problemOf(refusal)
    if (signingUp) showSuccess(accountMessages.accountCreated)
    if (unconfirmed) onUnconfirmed(values.email)
    else if (!signingUp) confirmSignIn()
    return null
  }

  const { form, failure, ...checked } = useCheckedForm<AuthenticationValues>({
    rules: signingUp ? signUpRules(checkedMinLength) : signInRules,
    defaultValues: { role: roleOf(query) ?? 'buyer' },
    send,
  })
  const { clearErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors of one mode do not apply to the other
  useEffect(() => clearErrors(), [mode, clearErrors])

  const isAboutMode = tried === mode
  const field: typeof checked.field = (name, options) => {
    const { problemId, ...props } = checked.field(name, options)
    return { ...props, problemId: isAboutMode ? problemId : undefined }
  }
  return { ...checked, field, form, failure: isAboutMode ? failure : { text: null }, tried: tried !== undefined }
}
