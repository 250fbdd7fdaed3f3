import type { UserIdentity } from '@supabase/auth-js'
import { useLocation } from 'react-router'
import type { SignInSettings } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { linkProvider, unlinkProvider } from '../../session/change-account.ts'
import { identitiesOf, useAccount } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { useAccountAction } from './form-parts.tsx'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** The linked accounts that the user can sign in with; they can be changed where the marketplace allows it. */
export function IdentitiesSection({ settings }: { settings: SignInSettings | undefined }) {
  const identities = identitiesOf(useAccount())
  const { pathname, search } = useLocation()
  const dispatch = useAppDispatch()
  const mayChange = settings?.manual_linking_enabled ?? false
  const { redirecting, redirect, note } = useProviderRedirect((name) => dispatch(linkProvider(name, pathname + search)))
  const linkable = mayChange && settings ? providerNames(settings).filter((name) => !isLinked(identities, name)) : []

  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {identities.map((identity) => (
          <IdentityRow key={identity.identity_id} identity={identity} removable={mayChange && identities.length > 1} />
        ))}
      </ul>
      {linkable.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {linkable.map((name) => (
            <Button key={name} variant="secondary" busy={redirecting === name} onClick={() => redirect(name)}>
              {securityMessages.link({ provider: providerTitle(name) })}
            </Button>
          ))}
        </div>
      )}
      <FailureNote {...note} />
    </div>
  )
}

function isLinked(identities: readonly UserIdentity[], name: string): boolean {
  return identities.some(({ provider }) => provider === name)
}

function IdentityRow({ identity, removable }: { identity: UserIdentity; removable: boolean }) {
  const title = providerTitle(identity.provider)
  const email: unknown = identity.identity_data?.email
  const unlinking = useAccountAction(
    () => unlinkProvider(identity),
    () => showSuccess(securityMessages.identityUnlinked),
  )

  return (
    <li
      ref={passFocusOn}
      className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line px-4 py-3"
    >
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{title}</span>
        {typeof email === 'string' && <span className="text-sm text-muted">{email}</span>}
      </span>
      {removable && (
        <Button
          variant="danger"
          size="small"
          aria-label={securityMessages.unlinkProvider({ provider: title })}
          busy={unlinking.busy}
          onClick={unlinking.run}
        >
          {securityMessages.unlink}
        </Button>
      )}
      <FailureNote {...unlinking.note} className="w-full" />
    </li>
  )
}
