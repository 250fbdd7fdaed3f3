import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { type Arrival, readLink, takeLink, withoutLink } from '../../session/arrive-by-link.ts'
import { useSession } from '../../session/use-session.ts'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { readStep, stepPath } from './authentication-steps.ts'
import { useSaySignedIn } from './use-say-signed-in.ts'

/**
 * Follows the link of a mail or the way back from a provider that led to this page, says what it came to, and cleans the
 * address. `arriving` until then.
 */
export function useArrival(): Arrival & { arriving: boolean } {
  const { search, hash } = useLocation()
  const { ready } = useSession()
  const navigate = useNavigate()
  const saySignedIn = useSaySignedIn()
  const [arrival, setArrival] = useState<Arrival>({})
  const arriving = ready && readLink(search, hash) !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address; the other things are only used
  useEffect(() => {
    const link = readLink(search, hash)
    if (!ready || !link) return
    const step = readStep(withoutLink(search))
    let left = false
    void takeLink(link, step).then((arrival) => {
      if (left) return
      setArrival(arrival)
      say(arrival, step, saySignedIn)
      void navigate(addressAfter(search, step, arrival), { replace: true })
    })
    return () => {
      left = true
    }
  }, [ready, search, hash])

  return { ...arrival, arriving }
}

function say({ problem, notice }: Arrival, step: ReturnType<typeof readStep>, saySignedIn: () => void): void {
  if (problem) showError(problem)
  else if (notice) showSuccess(notice)
  else if (step === 'email-changed') showSuccess(securityMessages.emailChangeDone)
  else if (step === 'identity-linked') showSuccess(securityMessages.identityLinked)
  else if (step !== 'new-password') saySignedIn()
}

function addressAfter(search: string, step: ReturnType<typeof readStep>, { problem }: Arrival): string {
  const query = withoutLink(search)
  if (step !== 'new-password') return stepPath(query, null)
  return stepPath(query, problem ? 'forgot-password' : 'new-password')
}
