import type { ReactNode } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { RowSkeletons } from '../../ui/list/list-skeleton.tsx'
import { useFailureToast } from '../../ui/overlay/use-failure-toast.ts'
import { Page } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { FactorsCard } from '../auth/factors-section.tsx'
import { PasswordForm } from '../auth/password-form.tsx'
import { MailSettings } from '../notifications/mail-settings.tsx'
import { useGetProfileQuery } from './profile-api.ts'
import { ProfileHead } from './profile-head.tsx'

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
          <ProfileHead className={card} size={AVATAR_PX} />
          <section aria-labelledby="password" className={card}>
            <h2 id="password" className="mb-4 display text-lg">
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

function SettingsSkeleton() {
  return (
    <div className={sections}>
      <LoadingNote />
      <SkeletonOf>
        <ProfileHead className={card} size={AVATAR_PX} />
      </SkeletonOf>
      <RowSkeletons className="h-87 sm:h-84" />
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
      <RowSkeletons className="absolute inset-0" />
    </div>
  )
}
