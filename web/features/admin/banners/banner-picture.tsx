import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { PictureButtons } from '../../market/picture-buttons.tsx'
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
  const [remove] = useRemoveBannerPictureMutation()
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
      <PictureButtons
        label={bannerMessages.fields.picture}
        path={`/api/admin/banners/${number}/picture`}
        errors={bannerErrors}
        removalFailed={bannerMessages.changeFailed}
        remove={picture !== '' && built_in !== null && (() => remove(number))}
        onChanged={(stored) => {
          if (stored) dispatch(bannersChanged())
          onChanged()
          showSuccess(bannerMessages.saved)
        }}
      />
    </div>
  )
}
