import { useRef, useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeAvatar, isPictureLimit } from '../../session/change-profile.ts'
import { useSession } from '../../session/use-session.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Camera } from '../../ui/icons.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { ACCEPTED_PICTURES } from '../../ui/pictures/compress-picture.ts'
import { Progress } from '../../ui/progress.tsx'
import { profileChanged } from './profile-api.ts'

interface AvatarUploadProps {
  src: string | null
  /** Pixels. */
  size: number
}

/** The user's picture, with a button to replace it. */
export function AvatarUpload({ src, size }: AvatarUploadProps) {
  const { userId, userAvatar } = useSession()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  const { report, clear, note } = useFailure()
  const busy = sent !== null

  async function upload(file: File | undefined): Promise<void> {
    if (!file || busy) return
    setSent(0)
    clear()
    const failure = await dispatch(changeAvatar({ userId, userAvatar }, file, setSent))
    setSent(null)
    // So that the same file can be chosen again.
    if (input.current) input.current.value = ''
    if (failure) {
      // Not for a limit, or a file that cannot be used.
      const retry = failure === accountMessages.pictureNotUpdated ? () => upload(file) : undefined
      return report({ text: failure, retry }, isPictureLimit(failure) ? failure : accountMessages.pictureFailed)
    }
    showSuccess(accountMessages.pictureUpdated)
    dispatch(profileChanged())
  }

  return (
    <div className="grid gap-3" style={{ width: size }}>
      <div className="relative">
        <Avatar src={src} size={size} className="border border-line" />
        <button
          type="button"
          aria-label={accountMessages.changePicture}
          disabled={busy}
          onClick={() => input.current?.click()}
          className="absolute end-0 bottom-0 inline-grid size-11 place-items-center rounded-full border-2 border-surface bg-brand text-on-brand hover:bg-brand-strong disabled:opacity-60"
        >
          <Camera aria-hidden className="size-5" />
        </button>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_PICTURES}
          aria-label={accountMessages.picture}
          tabIndex={-1}
          disabled={busy}
          onChange={({ currentTarget }) => upload(currentTarget.files?.[0])}
          className="sr-only"
        />
      </div>
      <FailureNote {...note} />
      {busy && <Progress label={accountMessages.sending} value={sent} />}
    </div>
  )
}
