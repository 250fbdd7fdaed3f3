import { accountMessages } from '../../../shared/accounts/messages.ts'
import { MARKET_PICTURES, type MarketPicture } from '../../../shared/market/constants.ts'
import { FIXED_COLORS } from '../../../shared/market/contrast.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureText } from '../../api/failure-text.ts'
import { sendForm } from '../../api/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/overlay/toasts.tsx'
import { usePictureUpload } from '../accounts/use-picture-upload.tsx'
import { useRemoveMarketPictureMutation } from './market-api.ts'
import type { EditProps } from './shown-again.ts'

/** The logo and the icon, which are changed at once. */
export function MarketPictures({ settings, onSaved }: EditProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {MARKET_PICTURES.map((picture) => (
        <PictureField key={picture} picture={picture} address={settings[picture]} onSaved={onSaved} />
      ))}
    </div>
  )
}

const HINTS = { logo: marketMessages.logoHint, icon: marketMessages.iconHint }

interface PictureFieldProps extends Pick<EditProps, 'onSaved'> {
  picture: MarketPicture
  /** Empty for the standard picture. */
  address: string
}

function PictureField({ picture, address, onSaved }: PictureFieldProps) {
  const dispatch = useAppDispatch()
  const [remove, { isLoading }] = useRemoveMarketPictureMutation()
  const name = marketMessages.fields[picture]
  const { busy, choose, input, status } = usePictureUpload(name, async (file, onProgress) => {
    const sent = await dispatch(
      sendForm({
        method: 'PUT',
        path: `/api/admin/market/pictures/${picture}`,
        body: file,
        headers: { 'content-type': file.type },
        changesCatalog: true,
        onProgress,
      }),
    )
    if ('error' in sent) return failureText(sent.error, marketErrors, accountMessages.pictureNotUpdated)
    onSaved()
    return null
  })

  async function onRemove(): Promise<void> {
    const removed = await remove(picture)
    if ('error' in removed) showError(failureText(removed.error, marketErrors, marketMessages.saveFailed))
    else onSaved()
  }

  return (
    <div className="grid content-start gap-2">
      <h3 className="text-sm font-medium">{name}</h3>
      {address ? (
        <div className="grid grid-cols-2 overflow-hidden rounded-field border border-line">
          {BACKGROUNDS.map((background) => (
            <div key={background} className="grid min-h-16 place-items-center p-3" style={{ background }}>
              <img src={address} alt="" className="h-8 max-w-full object-contain" />
            </div>
          ))}
        </div>
      ) : (
        <p className="text-sm text-muted">{marketMessages.standardPicture}</p>
      )}
      <p className="text-sm text-muted">
        {HINTS[picture]} {marketMessages.pictureLimits}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={choose}
          aria-label={marketMessages.choosePictureOf({ name })}
        >
          {marketMessages.choosePicture}
        </Button>
        {address && (
          <Button
            variant="dangerGhost"
            size="small"
            busy={isLoading}
            onClick={onRemove}
            aria-label={marketMessages.removePictureOf({ name })}
          >
            {marketMessages.removePicture}
          </Button>
        )}
      </div>
      {input}
      {status}
    </div>
  )
}

/** Those of both themes. */
const BACKGROUNDS = FIXED_COLORS.page
