import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { followLink, type LinkResult, readAuthLink, withoutAuthLink } from '../../session/auth-link.ts'
import { useAwaitingSecondFactor, useSession } from '../../session/use-session.ts'
import { useHydrated } from '../../ui/hooks.ts'
import { lazyCode } from '../../ui/load-code.ts'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { useConfirmSignIn } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { headingOf, isEmailStep, readStep, returnOf, stepPath } from './authentication-steps.ts'
import { SignInOrUp } from './sign-in-or-up.tsx'

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

/** Follows an emailed link or a provider's redirect; `following` is true until the address is cleaned. */
function useAuthLink(): LinkResult & { following: boolean } {
  const { search, hash } = useLocation()
  const { ready } = useSession()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const confirmSignIn = useConfirmSignIn()
  const [linkResult, setLinkResult] = useState<LinkResult>({})
  const following = ready && readAuthLink(search, hash) !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address; the others are only read
  useEffect(() => {
    const link = readAuthLink(search, hash)
    if (!ready || !link) return
    const step = readStep(withoutAuthLink(search))
    let left = false
    void dispatch(followLink(link, step)).then((result) => {
      if (left) return
      setLinkResult(result)
      report(result, step, confirmSignIn)
      void navigate(addressAfter(search, step, result), { replace: true })
    })
    return () => {
      left = true
    }
  }, [ready, search, hash])

  return { ...linkResult, following }
}

function report({ problem, notice }: LinkResult, step: ReturnType<typeof readStep>, confirmSignIn: () => void): void {
  if (problem) showError(problem)
  else if (notice) showSuccess(notice)
  else if (step === 'email-changed') showSuccess(signInMessages.emailChangeDone)
  else if (step === 'identity-linked') showSuccess(signInMessages.identityLinked)
  else if (step !== 'new-password') confirmSignIn()
}

function addressAfter(search: string, step: ReturnType<typeof readStep>, { problem }: LinkResult): string {
  const query = withoutAuthLink(search)
  if (step !== 'new-password') return stepPath(query, null)
  return stepPath(query, problem ? 'forgot-password' : 'new-password')
}
