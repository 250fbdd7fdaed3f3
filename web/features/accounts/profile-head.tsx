import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useSession } from '../../session/use-session.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmailAddress } from '../../ui/values.tsx'
import { AvatarUpload } from './avatar-upload.tsx'
import { DisplayName } from './display-name.tsx'

/** The editable picture (`size` px) and name of the user, and the email address. */
export function ProfileHead({ size, className }: { size: number; className?: string }) {
  const { displayName, email, userAvatar } = useSession()
  return (
    <section
      aria-label={accountMessages.profile}
      className={classNames('flex flex-wrap items-center gap-x-6 gap-y-4', className)}
    >
      <AvatarUpload src={userAvatar} size={size} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <DisplayName name={displayName} />
        <p className="text-muted">
          <EmailAddress email={email} />
        </p>
      </div>
    </section>
  )
}
