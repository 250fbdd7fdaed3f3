import { accountMessages } from '../../../../shared/accounts/messages.ts'
import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { failureText } from '../../../api/failure-text.ts'
import { sendForm } from '../../../api/send-form.ts'
import { Button } from '../../../ui/button.tsx'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { usePictureUpload } from '../../accounts/use-picture-upload.tsx'
import { pictureOf } from './banner-parts.tsx'
import { bannersChanged, useRemoveBannerPictureMutation } from './banners-api.ts'

interface BannerPictureProps {
  banner: AdminBanner
  onChanged: () => void
}

/** The picture of a banner, which is changed at once. */
export function BannerPicture({ banner, onChanged }: BannerPictureProps) {
  const { banner_number: number, picture, built_in } = banner
  const dispatch = useAppDispatch()
  const [remove, { isLoading }] = useRemoveBannerPictureMutation()
  const shown = () => {
    onChanged()
    showSuccess(bannerMessages.saved)
  }
  const { busy, choose, input, status } = usePictureUpload(bannerMessages.fields.picture, async (file, onProgress) => {
    const sent = await dispatch(
      sendForm({
        method: 'PUT',
        path: `/api/admin/banners/${number}/picture`,
        body: file,
        headers: { 'content-type': file.type },
        changesCatalog: true,
        onProgress,
      }),
    )
    if ('error' in sent) return failureText(sent.error, bannerErrors, accountMessages.pictureNotUpdated)
    dispatch(bannersChanged())
    shown()
    return null
  })

  async function onRemove(): Promise<void> {
    const { error } = await remove(number)
    if (error) showError(failureText(error, bannerErrors, bannerMessages.changeFailed))
    else shown()
  }

  return (
    <div className="grid justify-items-start gap-3">
      {!picture && (
        <>
          <p className="text-muted">{built_in ? bannerMessages.builtInPicture : bannerMessages.noPicture}</p>
          {built_in && (
            <img src={pictureOf(banner, 640)} alt="" width={480} height={240} className="max-w-full rounded-field" />
          )}
        </>
      )}
      <p className="text-sm text-muted">{bannerMessages.pictureHint()}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy} onClick={choose}>
          {bannerMessages.choosePicture}
        </Button>
        {picture && built_in && (
          <Button variant="dangerGhost" size="small" busy={isLoading} onClick={onRemove}>
            {bannerMessages.removePicture}
          </Button>
        )}
      </div>
      {input}
      {status}
    </div>
  )
}
