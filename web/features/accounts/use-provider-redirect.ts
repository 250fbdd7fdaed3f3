import { useEffect, useState } from 'react'
import type { Refusal } from '../../session/call-auth.ts'
import { showError } from '../../ui/toasts.tsx'

/** Redirects to a provider; `redirecting` is its name until its page loads. A refusal is shown as a toast. */
export function useProviderRedirect(go: (provider: string) => Promise<Refusal | null>): {
  redirecting: string | undefined
  redirect(provider: string): Promise<void>
} {
  const [redirecting, setRedirecting] = useState<string>()

  // The browser's Back button may show this page again as it was.
  useEffect(() => {
    const onShow = () => setRedirecting(undefined)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function redirect(provider: string) {
    setRedirecting(provider)
    const refusal = await go(provider)
    if (!refusal) return
    setRedirecting(undefined)
    showError(refusal.text)
  }

  return { redirecting, redirect }
}
