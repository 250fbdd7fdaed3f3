import { useState } from 'react'
import { signInAtProvider } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/toasts.tsx'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { providerNames, providerTitle } from './providers.ts'

/** Ways to sign in with an account elsewhere; nothing where the market has none. */
export function ProviderButtons({ returnTo }: { returnTo: () => string }) {
  const { data: settings } = useGetSignInSettingsQuery()
  const [leaving, setLeaving] = useState<string>()
  const names = settings ? providerNames(settings) : []

  async function leave(name: string) {
    setLeaving(name)
    const refusal = await signInAtProvider(name, returnTo())
    if (!refusal) return
    setLeaving(undefined)
    showError(refusal.text)
  }

  if (names.length === 0) return null
  return (
    <ul aria-label="Other ways to sign in" className="grid gap-3 border-t border-line pt-6">
      {names.map((name) => (
        <li key={name}>
          <Button
            variant="secondary"
            size="large"
            className="w-full"
            busy={leaving === name}
            onClick={() => leave(name)}
          >
            Continue with {providerTitle(name)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
