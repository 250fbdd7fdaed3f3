import { useEffect, useState } from 'react'
import type { Refusal } from '../../session/call-auth.ts'
import { showError } from '../../ui/toasts.tsx'

/** Leaves this site for a provider; `leaving` is its name until the other page is there. A refusal is shown as a toast. */
export function useLeaving(go: (provider: string) => Promise<Refusal | null>): {
  leaving: string | undefined
  leave(provider: string): Promise<void>
} {
  const [leaving, setLeaving] = useState<string>()

  // Who comes back by the browser's button finds the page as it was left.
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
