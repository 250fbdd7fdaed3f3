import type { ReactNode } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useSession } from '../../session/use-session.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { useFailureToast } from '../../ui/overlay/use-failure-toast.ts'
import { Page } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { EmailAddress } from '../../ui/values.tsx'
import { FactorsCard } from '../auth/factors-section.tsx'
import { PasswordForm } from '../auth/password-form.tsx'
import { MailSettings } from '../notifications/mail-settings.tsx'
import { AvatarUpload } from './avatar-upload.tsx'
import { DisplayName } from './display-name.tsx'
import { useGetProfileQuery } from './profile-api.ts'

const AVATAR_PX = 160
const card = 'rounded-picture border border-line bg-surface p-5 sm:p-6'

const sections = 'grid grid-cols-1 gap-6 lg:grid-cols-2'

interface SettingsPageProps {
  heading?: string
  children?: ReactNode
}

/** The settings of an admin: profile, password, second factors and mails; a seller's page adds `children`. */
export function SettingsPage({ heading = accountMessages.adminSettingsHeading, children }: SettingsPageProps) {
  const { data, error, isFetching, refetch } = useGetProfileQuery(undefined, { refetchOnMountOrArgChange: true })
  useFailureToast(error, accountMessages.profileFetchFailed)
  return (
    <Page title={heading} personal>
      {/* The forms stay below an error with their input. */}
      {error && (
        <div className="mb-6">
          <LoadFailure title={accountMessages.profileFetchFailed} onRetry={refetch} retrying={isFetching} />
        </div>
      )}
      {data ? (
        <div className={sections}>
          <ProfileCard email={data.email} />
          <section aria-labelledby="password" className={card}>
            <h2 id="password" className="mb-4 text-lg font-bold tracking-tight">
              {accountMessages.updatePassword}
            </h2>
            <PasswordForm />
          </section>
          {children && <div className="min-w-0 lg:col-span-2">{children}</div>}
          <div className="min-w-0 lg:col-span-2">
            <FactorsCard />
          </div>
          <div className="min-w-0 lg:col-span-2">
            <MailSettings />
          </div>
        </div>
      ) : (
        !error && <SettingsSkeleton />
      )}
    </Page>
  )
}

function ProfileCard({ email }: { email: string }) {
  // The session has the profile too, and is updated first.
  const { displayName, userAvatar } = useSession()
  return (
    <section aria-label={accountMessages.profile} className={`${card} flex flex-wrap items-center gap-6`}>
      <AvatarUpload src={userAvatar} size={AVATAR_PX} />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <DisplayName name={displayName} />
        <p className="text-muted">
          <EmailAddress email={email} />
        </p>
      </div>
    </section>
  )
}

function SettingsSkeleton() {
  const { email } = useSession()
  return (
    <div className={sections}>
      <LoadingNote />
      <SkeletonOf>
        <ProfileCard email={email} />
      </SkeletonOf>
      <Skeleton className="h-87 rounded-picture sm:h-84" />
      <SkeletonOf className="min-w-0 lg:col-span-2">
        <FactorsCard />
      </SkeletonOf>
      <SkeletonOf className="min-w-0 lg:col-span-2">
        <MailSettings />
      </SkeletonOf>
    </div>
  )
}

/** A skeleton with the height of its content. */
function SkeletonOf({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('relative', className)}>
      <div aria-hidden inert className="invisible">
        {children}
      </div>
      <Skeleton className="absolute inset-0 rounded-picture" />
    </div>
  )
}
