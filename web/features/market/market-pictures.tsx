import { MARKET_PICTURES, type MarketPicture } from '../../../shared/market/constants.ts'
import { FIXED_COLORS } from '../../../shared/market/contrast.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { marketApi } from './market-api.ts'
import { PictureButtons } from './picture-buttons.tsx'
import type { EditProps } from './shown-again.ts'

/** The logo and the icon. */
export function MarketPictures(props: EditProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {MARKET_PICTURES.map((picture) => (
        <PictureField key={picture} picture={picture} {...props} />
      ))}
    </div>
  )
}

const HINTS = { logo: marketMessages.logoHint, icon: marketMessages.iconHint }

interface PictureFieldProps extends EditProps {
  picture: MarketPicture
}

function PictureField({ picture, settings, onSaved, onCancelled }: PictureFieldProps) {
  const address = settings[picture]
  const [remove] = marketApi.useRemoveMarketPictureMutation()
  const name = marketMessages.fields[picture]
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
      <PictureButtons
        label={name}
        path={`/api/admin/market/pictures/${picture}`}
        errors={marketErrors}
        address={address}
        failed={marketMessages.saveFailed}
        remove={address !== '' && (() => remove({ picture, from: address }))}
        onChanged={onSaved}
        onCancelled={onCancelled}
      />
    </div>
  )
}

/** Those of both themes. */
const BACKGROUNDS = FIXED_COLORS.page
