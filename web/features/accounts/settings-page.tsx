import type { ReactNode } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { RowSkeletons } from '../../ui/list/list-skeleton.tsx'
import { useFailureToast } from '../../ui/overlay/use-failure-toast.ts'
import { Page } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { FactorsCard } from '../auth/factors-section.tsx'
import { PasswordForm } from '../auth/password-form.tsx'
import { MailSettings } from '../notifications/mail-settings.tsx'
import { profileApi } from './profile-api.ts'
import { ProfileHead } from './profile-head.tsx'

const AVATAR_PX = 160

interface SettingsPageProps {
  heading?: string
  children?: ReactNode
}

/** The settings of an admin: profile, password, second factors and mails; a seller's page adds `children`. */
export function SettingsPage({ heading = accountMessages.adminSettingsHeading, children }: SettingsPageProps) {
  const { data, error, isFetching, refetch } = profileApi.useGetProfileQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  useFailureToast(error, accountMessages.profileFetchFailed)
  const sections = (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:[&>:nth-child(n+3)]:col-span-2">
      <ProfileHead className="rounded-picture border border-line bg-surface p-4 sm:p-6" size={AVATAR_PX} />
      <Card id="password" title={accountMessages.updatePassword}>
        <PasswordForm variant="secondary" />
      </Card>
      {data && children}
      <FactorsCard />
      <MailSettings />
    </div>
  )
  return (
    <Page title={heading} personal>
      {/* The forms stay below an error with their input. */}
      {error && (
        <div className="mb-6">
          <LoadFailure title={accountMessages.profileFetchFailed} onRetry={refetch} retrying={isFetching} />
        </div>
      )}
      {data ? sections : !error && <SkeletonOf>{sections}</SkeletonOf>}
    </Page>
  )
}

function SkeletonOf({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      <LoadingNote />
      <div aria-hidden inert className="invisible">
        {children}
      </div>
      <RowSkeletons className="absolute inset-0" />
    </div>
  )
}
