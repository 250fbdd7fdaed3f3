import { MAX_PICTURE_TEXT_LENGTH } from '../../../../shared/catalog/constants.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Picture, Pictures } from './pictures.ts'

interface PictureTextsProps {
  pictures: Pictures
  onChange: (key: string, text: string) => void
}

/** Fields for what each picture shows; nothing while there is no picture. */
export function PictureTexts({ pictures: { featured, others }, onChange }: PictureTextsProps) {
  const labelled = [
    ...(featured ? [{ label: productFormMessages.featuredText, picture: featured }] : []),
    ...others.map((picture, index) => ({ label: productFormMessages.otherText(index + 1), picture })),
  ]
  if (!labelled.length) return null
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1 text-sm font-medium">{productFormMessages.pictureTexts}</legend>
      <p className="text-sm text-muted">{productFormMessages.pictureTextsHint}</p>
      {labelled.map(({ label, picture }) => (
        <PictureText key={picture.key} label={label} picture={picture} onChange={onChange} />
      ))}
    </fieldset>
  )
}

interface PictureTextProps extends Pick<PictureTextsProps, 'onChange'> {
  label: string
  picture: Picture
}

function PictureText({ label, picture: { key, src, text = '' }, onChange }: PictureTextProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <img src={src} alt="" width={44} height={44} className="size-11 shrink-0 rounded-field bg-tile object-cover" />
      <TextField
        label={label}
        value={text}
        onChange={({ target }) => onChange(key, target.value)}
        maxLength={MAX_PICTURE_TEXT_LENGTH}
        autoComplete="off"
        className="min-w-0 flex-1 basis-32"
      />
    </div>
  )
}
