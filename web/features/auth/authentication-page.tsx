import { Suspense } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useAwaitingSecondFactor, useSession } from '../../session/use-session.ts'
import { useHydrated } from '../../ui/hooks.ts'
import { lazyCode } from '../../ui/load-code.ts'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { headingOf, isEmailStep, readStep, returnOf } from './authentication-steps.ts'
import { SignInOrUp } from './sign-in-or-up.tsx'
import { useAuthLink } from './use-auth-link.ts'

const EmailCodeStep = lazyCode(async () => (await import('./email-code-step.tsx')).EmailCodeStep)
const NewPasswordStep = lazyCode(async () => (await import('./new-password-step.tsx')).NewPasswordStep)
const SecondFactorStep = lazyCode(async () => (await import('./second-factor-step.tsx')).SecondFactorStep)

/** Signs users in and up, then returns to the page they came from. */
export function AuthenticationPage() {
  const [query] = useSearchParams()
  return (
    <Suspense fallback={<Waiting step={readStep(query)} />}>
      <Steps />
    </Suspense>
  )
}

function Steps() {
  const { ready, isLoggedIn } = useSession()
  const awaitingSecondFactor = useAwaitingSecondFactor()
  const [query] = useSearchParams()
  const { following, ...linkResult } = useAuthLink()
  const step = readStep(query)
  // Behind a Suspense boundary the session may be known before hydration.
  const hydrated = useHydrated()

  if (!hydrated) return step ? <Waiting step={step} /> : <SignInOrUp linkResult={linkResult} />
  if (following || (!ready && step)) return <Waiting step={step} />
  if (awaitingSecondFactor) return <SecondFactorStep user={awaitingSecondFactor} />
  if (isLoggedIn && (step === 'new-password' || step === 'forgot-password')) return <NewPasswordStep />
  if (isLoggedIn) return <Navigate {...returnOf(query)} replace />
  if (step && isEmailStep(step)) return <EmailCodeStep key={step} step={step} linkResult={linkResult} />
  return <SignInOrUp linkResult={linkResult} />
}

/** The height of the next step; by default that of the second factor. */
const HEIGHTS: Readonly<Record<string, string>> = {
  'forgot-password': 'h-68.75',
  'confirm-email': 'h-68.75',
  'email-code': 'h-62.75',
  'new-password': 'h-65.5',
}

function Waiting({ step }: { step: ReturnType<typeof readStep> }) {
  return (
    <AuthenticationFrame heading={headingOf(step)}>
      <LoadingSkeletons looks={[`${HEIGHTS[step ?? ''] ?? 'h-72'} rounded-picture`]} />
    </AuthenticationFrame>
  )
}
