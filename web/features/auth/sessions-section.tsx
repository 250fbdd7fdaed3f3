import type { AccountSessions } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { signOutOthers } from '../../session/change-account.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { useGetAccountSessionsQuery } from './account-api.ts'
import { useAccountAction } from './form-parts.tsx'

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

/** The user's sessions, with a button that ends all others. */
export function SessionsSection() {
  const { data, error, isFetching, refetch } = useGetAccountSessionsQuery(undefined, {
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
