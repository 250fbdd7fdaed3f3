import type { UserIdentity } from '@supabase/auth-js'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { AccountSessions, SignInSettings } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeEmail, linkProvider, signOutOthers, unlinkProvider } from '../../session/change-account.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { identitiesOf, useAccount, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { FieldSkeletons } from '../../ui/list/list-skeleton.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { accountApi } from './account-api.ts'
import { FactorsSection } from './factors-section.tsx'
import { EmailField, StatusNote, useAccountAction } from './form-parts.tsx'
import { emailRules, problemOf } from './form-rules.ts'
import { PasswordForm } from './password-form.tsx'
import { providerNames, providerTitle, useProviderRedirect } from './use-provider-redirect.ts'

/** The user's sign-in methods and sessions, with all ways to change them. */
export function SecurityCard() {
  const { userId } = useSession()
  const { data: settings, error } = accountApi.useGetSignInSettingsQuery()
  // Not while a failed one is repeated: its parts repeat it when they appear.
  if (!settings && !error) return <FieldSkeletons className="h-356 sm:h-264" />
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

// The first match counts, as browsers also name those they are based on.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns a readable name for a `User-Agent`, such as "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return securityMessages.browserOn({ browser, system })
  return browser ?? system ?? securityMessages.unknownDevice
}

function SessionsSection() {
  const { data, error, isFetching, refetch } = accountApi.useGetAccountSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { run, busy, note } = useAccountAction(signOutOthers, () => {
    showSuccess(securityMessages.othersSignedOut)
    void refetch()
  })

  if (error && !data)
    return <LoadFailure title={securityMessages.sessionsFailed} onRetry={refetch} retrying={isFetching} />
  if (!data) return <LoadingSkeletons looks={['h-20 rounded-field']} />
  return (
    <div className="grid gap-4">
      <FailureNote text={error ? securityMessages.sessionsFailed : null} onRetry={refetch} />
      <ul className="grid gap-2">
        {data.sessions.map((session) => (
          <SessionRow key={session.session_id} session={session} />
        ))}
      </ul>
      {data.sessions.some(({ current }) => !current) && (
        <Button ref={passFocusOn} variant="secondary" busy={busy} onClick={run} className="justify-self-start">
          {securityMessages.signOutOthers}
        </Button>
      )}
      <FailureNote {...note} />
    </div>
  )
}

function SessionRow({ session }: { session: AccountSessions['sessions'][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field border border-line px-4 py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{deviceName(session.user_agent)}</span>
        <span className="text-sm text-muted">
          <LocalDate at={session.refreshed_at ?? session.created_at} precise />
          {session.ip && ` · ${session.ip}`}
        </span>
      </span>
      {session.current && (
        <span className="rounded-full bg-good-tint px-2.5 py-0.5 text-sm font-medium text-good">
          {securityMessages.thisDevice}
        </span>
      )}
    </li>
  )
}
