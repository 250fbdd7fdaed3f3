import { useEffect, useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SignInSettings } from '../../../shared/auth/schema.ts'
import type { Refusal } from '../../session/call-auth.ts'
import { useFailure } from '../../ui/form/use-failures.ts'

/** Redirects to a provider; `redirecting` is its name until its page loads. */
export function useProviderRedirect(go: (provider: string) => Promise<Refusal | null>) {
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

/** Returns a provider's brand name; the operator's name for an unknown provider. */
export function providerTitle(name: string): string {
  if (name.startsWith('sso:')) return signInMessages.organization
  const titles: Readonly<Record<string, string>> = signInMessages.providerTitles
  return titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the names of the other providers that users can sign in with. */
export function providerNames({ external }: SignInSettings): string[] {
  const { email, phone, anonymous_users, ...providers } = external
  return Object.keys(providers).filter((name) => providers[name])
}
