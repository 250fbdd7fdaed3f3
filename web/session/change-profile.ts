import { accountMessages } from '../../shared/account/messages.ts'
import { readAccessToken } from '../api/api.ts'
import { sendForm } from '../api/send-form.ts'
import { readPageState } from '../api/site.ts'
import { compressPicture } from '../ui/compress-picture.ts'
import { loadAuthClient } from './auth-client.ts'

const BUCKET = '/storage/v1/object/users'
const PUBLIC = '/storage/v1/object/public/users/'

// What people change about how they are shown. Each answers whether it worked, and never throws.

/** Sets the display name; everything that shows it follows. */
export async function changeDisplayName(display_name: string): Promise<boolean> {
  return (await updateMetadata({ display_name })).metadata?.display_name === display_name
}

/** Makes a file the person's picture, small and as WebP; the picture before it is removed. */
export async function changeAvatar(
  { userId, userAvatar }: { userId: string; userAvatar: string | null },
  file: File,
  onProgress: (sent: number) => void,
): Promise<boolean> {
  const key = `${userId}-${Date.now()}.webp`
  const picture = await compressPicture(file).catch((error: unknown) => console.warn(error))
  if (!picture) return false
  const sent = await sendForm({
    method: 'POST',
    path: `${BUCKET}/${key}`,
    body: picture,
    headers: { apikey: readPageState().site.apiKey, 'content-type': 'image/webp' },
    onProgress,
  })
  if ('error' in sent) {
    console.warn(accountMessages.pictureFailed, sent.error)
    return false
  }
  const { metadata, isRefused } = await updateMetadata({ avatar_url: PUBLIC + key })
  const isShown = metadata?.avatar_url === PUBLIC + key
  if (isShown) await removePicture(userAvatar)
  // When no answer came, it may be the one that is shown by now.
  else if (isRefused) await removePicture(PUBLIC + key)
  return isShown
}

/** Answers the metadata as it is now, when it could be changed; otherwise whether the server refused. */
async function updateMetadata(
  data: Record<string, string>,
): Promise<{ metadata?: Record<string, unknown> | undefined; isRefused: boolean }> {
  try {
    const auth = await loadAuthClient()
    const { data: answer, error } = await auth.updateUser({ data })
    if (error) console.warn(error)
    const { status = 0 } = error ?? {}
    return { metadata: answer.user?.user_metadata, isRefused: status >= 400 && status < 500 }
  } catch (error) {
    console.warn(error)
    return { isRefused: false }
  }
}

/** Takes a picture nobody is shown with any more out of the store; one that stays does no harm. */
async function removePicture(address: string | null): Promise<void> {
  if (!address?.startsWith(PUBLIC)) return
  try {
    const token = await readAccessToken()
    await fetch(`${BUCKET}/${encodeURIComponent(address.slice(PUBLIC.length))}`, {
      method: 'DELETE',
      headers: {
        apikey: readPageState().site.apiKey,
        authorization: `Bearer ${token}`,
      },
    })
  } catch (error) {
    console.warn(error)
  }
}
