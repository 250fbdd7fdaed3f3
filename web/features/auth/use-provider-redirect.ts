import { useEffect, useState } from 'react'
import type { Refusal } from '../../session/call-auth.ts'
import { useFailure } from '../../ui/form/use-failures.ts'

/** Redirects to a provider; `redirecting` is its name until its page loads. `note` is for the `FailureNote` of a refusal. */
export function useProviderRedirect(go: (provider: string) => Promise<Refusal | null>): {
  redirecting: string | undefined
  redirect(provider: string): Promise<void>
  note: ReturnType<typeof useFailure>['note']
} {
  const [redirecting, setRedirecting] = useState<string>()
  const { report, clear, note } = useFailure()

  // The browser's Back button may show this page again as it was.
  useEffect(() => {
    const onShow = () => setRedirecting(undefined)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function redirect(provider: string) {
    setRedirecting(provider)
    clear()
    const refusal = await go(provider)
    if (!refusal) return
    setRedirecting(undefined)
    report({ text: refusal.text, retry: refusal.canRetry ? () => redirect(provider) : undefined })
  }

  return { redirecting, redirect, note }
}
