import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { accountMessages } from '../../../shared/account/messages.ts'
import { sameSitePath } from '../../../shared/account/rules.ts'
import { useSession } from '../../session/use-session.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { AuthenticationForm, type AuthenticationMode } from './authentication-form.tsx'

/** Signing in and making an account; afterwards the person is back where they came from. */
export function AuthenticationPage() {
  const { isLoggedIn } = useSession()
  const [query] = useSearchParams()
  const [mode, setMode] = useState<AuthenticationMode>('sign-in')
  // What was bought is told on the page the person came from.
  if (isLoggedIn) {
    const action = query.get('action') === 'buy-now' ? 'buy-now' : undefined
    return <Navigate to={sameSitePath(query.get('from'))} state={{ action }} replace />
  }

  const signingUp = mode === 'sign-up'
  const heading = signingUp ? accountMessages.signUpHeading : accountMessages.signInHeading
  return (
    <Page title={heading} heading="own" personal width="narrow">
      <div className="mx-auto grid max-w-md gap-6 sm:my-6 sm:rounded-3xl sm:border sm:border-line sm:bg-surface sm:p-8">
        <PageHeading>{heading}</PageHeading>
        {/* The form stays when the mode changes, and with it what was typed. */}
        <AuthenticationForm mode={mode} />
        <p className="border-t border-line pt-4 text-center">
          <button
            type="button"
            onClick={() => setMode(signingUp ? 'sign-in' : 'sign-up')}
            className="inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
          >
            {signingUp ? accountMessages.toSignIn : accountMessages.toSignUp}
          </button>
        </p>
      </div>
    </Page>
  )
}
