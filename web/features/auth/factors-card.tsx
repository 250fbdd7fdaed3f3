import { signInMessages } from '../../../shared/auth/messages.ts'
import { useSession } from '../../session/use-session.ts'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { FactorsSection } from './factors-section.tsx'

/** Two-step verification in a card of its own, for sellers and admins. */
export function FactorsCard() {
  const { userId } = useSession()
  // What is offered nearly everywhere is shown while it is unknown, so that nothing moves.
  const { data: settings, isLoading } = useGetSignInSettingsQuery()
  return (
    <section
      aria-labelledby="second-factor"
      // Never show one user's input to another.
      key={userId}
      className="rounded-2xl border border-line bg-surface p-5 wrap-anywhere sm:p-6"
    >
      <h2 id="second-factor" className="mb-4 text-lg font-bold tracking-tight">
        {signInMessages.secondFactorHeading}
      </h2>
      <FactorsSection totp={settings?.mfa_totp_enabled ?? isLoading} phone={settings?.mfa_phone_enabled ?? isLoading} />
    </section>
  )
}
