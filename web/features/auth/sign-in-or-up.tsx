import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { type LinkResult, type LinkStep, returnAddress } from '../../session/auth-link.ts'
import { LegalLine } from '../../session/legal-line.tsx'
import { signInAtProvider } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { AuthenticationForm, type AuthenticationMode } from './authentication-form.tsx'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { reasonOf, stepPath } from './authentication-steps.ts'
import { TextButton, TextLink } from './form-parts.tsx'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** The form to sign in or sign up, and the other sign-in methods. */
export function SignInOrUp({ linkResult }: { linkResult: LinkResult }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [mode, setMode] = useState<AuthenticationMode>('sign-in')
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
  const { data: settings } = useGetSignInSettingsQuery()
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
