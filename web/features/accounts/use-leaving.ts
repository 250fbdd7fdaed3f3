import { useEffect, useState } from 'react'
import type { Refusal } from '../../session/call-auth.ts'
import { showError } from '../../ui/toasts.tsx'

/** Redirects to a provider; `leaving` is its name until its page loads. A refusal is shown as a toast. */
export function useLeaving(go: (provider: string) => Promise<Refusal | null>): {
  leaving: string | undefined
  leave(provider: string): Promise<void>
} {
  const [leaving, setLeaving] = useState<string>()

  // The browser's Back button may show this page again as it was.
  useEffect(() => {
    const onShow = () => setLeaving(undefined)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function leave(provider: string) {
    setLeaving(provider)
    const refusal = await go(provider)
    if (!refusal) return
    setLeaving(undefined)
    showError(refusal.text)
  }

  return { leaving, leave }
}
