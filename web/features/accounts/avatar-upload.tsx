import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeAvatar } from '../../session/change-profile.ts'
import { useSession } from '../../session/use-session.ts'
import { Camera } from '../../ui/area-icons.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { profileChanged } from './profile-api.ts'
import { usePictureUpload } from './use-picture-upload.tsx'

interface AvatarUploadProps {
  src: string | null
  /** Pixels. */
  size: number
}

/** The user's picture, with a button to replace it. */
export function AvatarUpload({ src, size }: AvatarUploadProps) {
  const { userId, userAvatar } = useSession()
  const dispatch = useAppDispatch()
  const { busy, choose, input, status } = usePictureUpload(accountMessages.picture, async (file, onProgress) => {
    const failure = await dispatch(changeAvatar({ userId, userAvatar }, file, onProgress))
    if (failure) return failure
    showSuccess(accountMessages.pictureUpdated)
    dispatch(profileChanged())
    return null
  })

  return (
    <div className="grid gap-3" style={{ width: size }}>
      <div className="relative">
        <Avatar src={src} size={size} className="border border-line" />
        <button
          type="button"
          aria-label={accountMessages.changePicture}
          disabled={busy}
          onClick={choose}
          className="absolute end-0 bottom-0 inline-grid size-11 place-items-center rounded-full border-2 border-surface bg-brand text-on-brand hover:bg-brand-strong disabled:opacity-60"
        >
          <Camera aria-hidden className="size-5" />
        </button>
        {input}
      </div>
      {status}
    </div>
  )
}
