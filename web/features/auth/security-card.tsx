import type { ReactNode } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useGetSignInSettingsQuery } from './account-api.ts'
import { EmailForm } from './email-form.tsx'
import { FactorsSection } from './factors-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The user's sign-in methods and sessions, with all ways to change them. */
export function SecurityCard() {
  const { userId } = useSession()
  const { data: settings, isLoading } = useGetSignInSettingsQuery()
  if (isLoading) return <Skeleton className="h-356 rounded-picture sm:h-264" />
  return (
    <section
      aria-labelledby="security"
      // Another user must not see this user's input.
      key={userId}
      className="grid grid-cols-1 gap-8 rounded-picture border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="security" className="display text-lg">
        {securityMessages.heading}
      </h2>
      <Part title={signInMessages.secondFactorHeading}>
        <FactorsSection totp={settings?.mfa_totp_enabled ?? false} phone={settings?.mfa_phone_enabled ?? false} />
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
