import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { followLink, type LinkResult, readAuthLink, withoutAuthLink } from '../../session/auth-link.ts'
import { useSession } from '../../session/use-session.ts'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { useConfirmSignIn } from './account-api.ts'
import { readStep, stepPath } from './authentication-steps.ts'

/**
 * Follows an emailed link or a provider's redirect, reports the result, and cleans the address; `following` is true until then.
 */
export function useAuthLink(): LinkResult & { following: boolean } {
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
