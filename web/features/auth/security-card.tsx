import type { UserIdentity } from '@supabase/auth-js'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SignInSettings } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeEmail, linkProvider, unlinkProvider } from '../../session/change-account.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { identitiesOf, useAccount, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sentence } from '../../ui/text.tsx'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { FactorsSection } from './factors-section.tsx'
import { EmailField, StatusNote, useAccountAction } from './form-parts.tsx'
import { emailRules, problemOf } from './form-rules.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** The user's sign-in methods and sessions, with all ways to change them. */
export function SecurityCard() {
  const { userId } = useSession()
  const { data: settings, error } = useGetSignInSettingsQuery()
  // Not while a failed one is repeated: its parts repeat it when they appear.
  if (!settings && !error) return <Skeleton className="h-356 rounded-picture sm:h-264" />
  return (
    <section
      aria-labelledby="security"
      // Another user must not see this user's input.
      key={userId}
      className="grid grid-cols-1 gap-8 rounded-picture border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="security" className="display text-lg">
        {securityMessages.heading}
      </h2>
      <Part title={signInMessages.secondFactorHeading}>
        <FactorsSection settings={settings} />
      </Part>
      <Part title={securityMessages.devices}>
        <SessionsSection />
      </Part>
      <Part title={securityMessages.emailAddress}>
        <EmailForm />
      </Part>
      <Part title={accountMessages.updatePassword}>
        <PasswordForm />
      </Part>
      <Part title={securityMessages.linkedAccounts}>
        <IdentitiesSection settings={settings} />
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-6 lg:grid-cols-[14rem_1fr] lg:gap-8">
      <h3 className="font-semibold">{title}</h3>
      <div className="min-w-0 max-w-xl">{children}</div>
    </div>
  )
}

function EmailForm() {
  const dispatch = useAppDispatch()
  const { email } = useSession()
  const new_email: unknown = useAccount()?.new_email
  const { pathname, search } = useLocation()
  const { formProps, field, form, failure, busy, offer } = useDraftedForm('email', {
    rules: emailRules,
    defaultValues: { email: '' },
    send: async (values) => {
      const refusal = await dispatch(changeEmail(values.email, pathname + search))
      if (refusal) return problemOf(refusal)
      form.reset({ email: '' })
      showSuccess(securityMessages.emailChangeRequested)
      return null
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-muted wrap-anywhere">
        <Sentence
          message={securityMessages.yourEmail}
          values={{ address: <strong className="font-medium text-ink">{email}</strong> }}
        />
      </p>
      {typeof new_email === 'string' && new_email && (
        <StatusNote>
          <Sentence message={securityMessages.emailChangePending} values={{ address: <strong>{new_email}</strong> }} />
        </StatusNote>
      )}
      <DraftOffer {...offer} />
      <EmailField label={securityMessages.newEmail} {...field('email')} />
      <FailureNote {...failure} />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        {securityMessages.changeEmail}
      </Button>
    </form>
  )
}

function IdentitiesSection({ settings }: { settings: SignInSettings | undefined }) {
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
