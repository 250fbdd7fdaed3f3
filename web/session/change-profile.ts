import { accountMessages } from '../../shared/accounts/messages.ts'
import type { AppThunk } from '../api/app-store.ts'
import { sendForm } from '../api/send-form.ts'
import { compressPicture } from '../ui/compress-picture.ts'

const BUCKET = '/storage/v1/object/users'
const PUBLIC = '/storage/v1/object/public/users/'

// Changes of how a user is shown. Each returns whether it worked, and never rejects.

/** Sets the display name; everything that shows it follows. */
export function changeDisplayName(display_name: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => (await dispatch(updateMetadata({ display_name }))).metadata?.display_name === display_name
}

/** Makes a file the user's picture, small and as WebP; the picture before it is removed. */
export function changeAvatar(
  { userId, userAvatar }: { userId: string; userAvatar: string | null },
  file: File,
  onProgress: (sent: number) => void,
): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { now }) => {
    const key = `${userId}-${now()}.webp`
    const picture = await compressPicture(file).catch((error: unknown) => console.warn(error))
    if (!picture || !(await dispatch(uploadPicture(key, picture, onProgress)))) return false
    const { metadata, isRefused } = await dispatch(updateMetadata({ avatar_url: PUBLIC + key }))
    const isShown = metadata?.avatar_url === PUBLIC + key
    if (isShown) await dispatch(removePicture(userAvatar))
    // When the server was not reached, the new picture may be the one that is shown by now.
    else if (isRefused) await dispatch(removePicture(PUBLIC + key))
    return isShown
  }
}

function uploadPicture(key: string, picture: Blob, onProgress: (sent: number) => void): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { site }) => {
    const sent = await dispatch(
      sendForm({
        method: 'POST',
        path: `${BUCKET}/${key}`,
        body: picture,
        headers: { apikey: site.apiKey, 'content-type': 'image/webp' },
        onProgress,
      }),
    )
    if ('error' in sent) console.warn(accountMessages.pictureFailed, sent.error)
    return !('error' in sent)
  }
}

interface MetadataUpdate {
  /** As it is now, when it could be changed. */
  metadata?: Record<string, unknown> | undefined
  isRefused: boolean
}

function updateMetadata(data: Record<string, string>): AppThunk<Promise<MetadataUpdate>> {
  return async (_dispatch, _getState, { authClient }) => {
    try {
      const auth = await authClient.load()
      const { data: updated, error } = await auth.updateUser({ data })
      if (error) console.warn(error)
      const { status = 0 } = error ?? {}
      return { metadata: updated.user?.user_metadata, isRefused: status >= 400 && status < 500 }
    } catch (error) {
      console.warn(error)
      return { isRefused: false }
    }
  }
}

/** Deletes a picture that is not shown any more; one that stays does no harm. */
function removePicture(address: string | null): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { site, tokens }) => {
    if (!address?.startsWith(PUBLIC)) return
    try {
      const token = await dispatch(tokens.current())
      await fetch(`${BUCKET}/${encodeURIComponent(address.slice(PUBLIC.length))}`, {
        method: 'DELETE',
        headers: { apikey: site.apiKey, authorization: `Bearer ${token}` },
      })
    } catch (error) {
      console.warn(error)
    }
  }
}
