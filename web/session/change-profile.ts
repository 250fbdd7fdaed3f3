import { TOO_MANY_PICTURES } from '../../shared/accounts/constants.ts'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { limitMessages } from '../../shared/kernel/errors.ts'
import type { LanguageCode } from '../../shared/kernel/languages.ts'
import type { AppThunk } from '../api/app-store.ts'
import { sendForm } from '../api/send-form.ts'
import { compressPicture, RefusedPicture } from '../ui/pictures/compress-picture.ts'

const BUCKET = '/storage/v1/object/users'
const TOO_MANY_REQUESTS = 429
const PUBLIC = '/storage/v1/object/public/users/'

// Changes of the user's public profile. None rejects.

/** Sets the display name. Returns the failure; null on success. */
export function changeDisplayName(display_name: string): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    const { metadata, isLimited } = await dispatch(updateMetadata({ display_name }))
    if (metadata?.display_name === display_name) return null
    return isLimited ? limitMessages.writeLimitReached : accountMessages.profileFailed
  }
}

/** Replaces the user's picture by a file, shrunk and as WebP. Returns the failure; null on success. */
export function changeAvatar(
  { userId, userAvatar }: { userId: string; userAvatar: string | null },
  file: File,
  onProgress: (sent: number) => void,
): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    const uploaded = await dispatch(uploadOwnPicture(userId, file, onProgress))
    if ('failure' in uploaded) return uploaded.failure
    const { address } = uploaded
    const { metadata, isRefused, isLimited } = await dispatch(updateMetadata({ avatar_url: address }))
    const isShown = metadata?.avatar_url === address
    if (isShown) await dispatch(removePicture(userAvatar))
    // If the server was not reached, the new picture may already be the current one.
    else if (isRefused) await dispatch(removePicture(address))
    if (isShown) return null
    return isLimited ? limitMessages.writeLimitReached : accountMessages.pictureNotUpdated
  }
}

/** Stores a file as a picture of the user's own. Returns its address, or the failure. */
export function uploadOwnPicture(
  userId: string,
  file: File,
  onProgress: (sent: number) => void,
): AppThunk<Promise<{ address: string } | { failure: string }>> {
  return async (dispatch, _getState, { now }) => {
    const key = `${userId}-${now()}.webp`
    try {
      const failure = await dispatch(uploadPicture(key, await compressPicture(file), onProgress))
      return failure === null ? { address: PUBLIC + key } : { failure }
    } catch (error) {
      console.warn(error)
      return { failure: error instanceof RefusedPicture ? error.message : accountMessages.pictureNotUpdated }
    }
  }
}

/** Returns whether a picture was refused because of a limit, which the failure names. */
export function isPictureLimit(failure: string): boolean {
  return failure === limitMessages.writeLimitReached || failure === accountMessages.tooManyPictures()
}

function uploadPicture(
  key: string,
  picture: Blob,
  onProgress: (sent: number) => void,
): AppThunk<Promise<string | null>> {
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
    if (!('error' in sent)) return null
    console.warn(accountMessages.pictureNotUpdated, sent.error)
    const { status, data } = sent.error
    if (status === TOO_MANY_REQUESTS) return limitMessages.writeLimitReached
    const isLimit = typeof data === 'object' && data !== null && 'error' in data && data.error === TOO_MANY_PICTURES
    return isLimit ? accountMessages.tooManyPictures() : accountMessages.pictureNotUpdated
  }
}

/** Sets the language of the user's mails; a failure leaves it unchanged. */
export function changeLanguage(language: LanguageCode): AppThunk<Promise<unknown>> {
  return updateMetadata({ language })
}

interface MetadataUpdate {
  /** The metadata after the change; undefined after a failure. */
  metadata?: Record<string, unknown> | undefined
  isRefused: boolean
  /** The account has reached its hourly limit of writes. */
  isLimited: boolean
}

function updateMetadata(data: Record<string, string>): AppThunk<Promise<MetadataUpdate>> {
  return async (_dispatch, _getState, { authClient }) => {
    try {
      const auth = await authClient.load()
      const { data: updated, error } = await auth.updateUser({ data })
      if (error) console.warn(error)
      const { status = 0 } = error ?? {}
      return {
        metadata: updated.user?.user_metadata,
        isRefused: status >= 400 && status < 500,
        isLimited: status === TOO_MANY_REQUESTS,
      }
    } catch (error) {
      console.warn(error)
      return { isRefused: false, isLimited: false }
    }
  }
}

/** Deletes an unused picture; a failure is harmless. */
export function removePicture(address: string | null): AppThunk<Promise<void>> {
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
