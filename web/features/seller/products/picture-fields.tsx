import { useId, useState } from 'react'
import { MAX_OTHER_IMAGES, MAX_PICTURE_TEXT_LENGTH } from '../../../../shared/catalog/constants.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { FieldError, TextField } from '../../../ui/form/text-field.tsx'
import { showError } from '../../../ui/overlay/toasts.tsx'
import { PictureInput } from './picture-input.tsx'
import { PictureList } from './picture-list.tsx'
import {
  newPicture,
  type Picture,
  type Pictures,
  releasePicture,
  withAdded,
  withFeatured,
  withMoved,
  withoutOther,
  withText,
} from './pictures.ts'

interface PictureFieldsProps {
  pictures: Pictures
  onChange: (change: (pictures: Pictures) => Pictures) => void
  error: string | undefined
  onBusy: (busy: boolean) => void
}

/** The featured picture and up to three more, with a preview of each. */
export function PictureFields({ pictures, onChange, error, onBusy }: PictureFieldsProps) {
  const [tooMany, setTooMany] = useState(false)
  const { featured, others } = pictures
  const othersInputId = useId()
  const room = MAX_OTHER_IMAGES - others.length

  function feature([file]: File[]) {
    if (!file) return
    if (featured) releasePicture(featured)
    const picture = newPicture(file)
    onChange((before) => ({ ...before, featured: picture }))
  }

  function add(files: File[], someLeftOut: boolean) {
    setTooMany(someLeftOut)
    if (someLeftOut) showError(productFormMessages.tooManyImages)
    const added = files.map((file) => newPicture(file))
    onChange((before) => withAdded(before, added))
  }

  function remove(key: string) {
    const removed = others.find((picture) => picture.key === key)
    if (removed) releasePicture(removed)
    setTooMany(false)
    focusOthersInput()
    onChange((before) => withoutOther(before, key))
  }

  // The pressed button is removed with its picture.
  function focusOthersInput() {
    document.getElementById(othersInputId)?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <FeaturedPicture picture={featured} error={error} onPick={feature} onBusy={onBusy} />
      <div className="grid grid-cols-1 gap-3">
        <h2 className="text-sm font-medium wrap-anywhere">{productFormMessages.otherImages}</h2>
        <PictureList
          pictures={others}
          onMove={(key, to) => onChange((before) => withMoved(before, key, to))}
          onFeature={(key) => {
            focusOthersInput()
            onChange((before) => withFeatured(before, key))
          }}
          onRemove={remove}
        />
        <PictureInput
          id={othersInputId}
          label={productFormMessages.addOtherImages}
          hint={
            room > 0
              ? productFormMessages.otherImagesHint({ most: MAX_OTHER_IMAGES })
              : productFormMessages.noRoomForImages({ most: MAX_OTHER_IMAGES })
          }
          multiple
          limit={room}
          takesPasted={featured !== null}
          onPick={add}
          onBusy={onBusy}
        />
        <FieldError text={tooMany ? productFormMessages.tooManyImages : null} />
      </div>
      <PictureTexts pictures={pictures} onChange={(key, text) => onChange((before) => withText(before, key, text))} />
    </div>
  )
}

interface FeaturedPictureProps {
  picture: Pictures['featured']
  error: string | undefined
  onPick: (files: File[]) => void
  onBusy: (busy: boolean) => void
}

function FeaturedPicture({ picture, error, onPick, onBusy }: FeaturedPictureProps) {
  const errorId = useId()
  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 className="text-sm font-medium">{productFormMessages.featuredImage}</h2>
      {picture && (
        <img
          src={picture.src}
          alt={productFormMessages.featuredImagePreview}
          width={640}
          height={640}
          className="aspect-square w-full max-w-96 rounded-field border border-line bg-tint object-cover"
        />
      )}
      <PictureInput
        label={picture ? productFormMessages.replaceFeaturedImage : productFormMessages.chooseFeaturedImage}
        hint={productFormMessages.featuredImageHint}
        limit={1}
        takesPasted={picture === null}
        errorId={error ? errorId : undefined}
        onPick={onPick}
        onBusy={onBusy}
      />
      <FieldError id={errorId} text={error} />
    </div>
  )
}

interface PictureTextsProps {
  pictures: Pictures
  onChange: (key: string, text: string) => void
}

function PictureTexts({ pictures: { featured, others }, onChange }: PictureTextsProps) {
  const labelled = [
    ...(featured ? [{ label: productFormMessages.featuredText, picture: featured }] : []),
    ...others.map((picture, index) => ({ label: productFormMessages.otherText({ number: index + 1 }), picture })),
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
        className="min-w-0 flex-1 basis-32"
      />
    </div>
  )
}
