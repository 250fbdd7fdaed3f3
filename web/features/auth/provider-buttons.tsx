import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { signInAtProvider } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** Buttons to sign in with other providers; nothing when none is configured. */
export function ProviderButtons({ returnTo }: { returnTo: () => string }) {
  const dispatch = useAppDispatch()
  const { data: settings } = useGetSignInSettingsQuery()
  const { redirecting, redirect, note } = useProviderRedirect((name) => dispatch(signInAtProvider(name, returnTo())))
  const names = settings ? providerNames(settings) : []

  if (names.length === 0) return null
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <ul aria-label={signInMessages.otherWays} className="grid gap-3">
        {names.map((name) => (
          <li key={name}>
            <Button
              variant="secondary"
              size="large"
              className="w-full"
              busy={redirecting === name}
              onClick={() => redirect(name)}
            >
              {signInMessages.continueWith(providerTitle(name))}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNote {...note} />
    </div>
  )
}
