import { useId, useState } from 'react'
import { MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import { sellerMessages } from '../../../shared/seller/messages.ts'
import { showError } from '../../ui/toasts.tsx'
import { PictureInput } from './picture-input.tsx'
import { PictureList } from './picture-list.tsx'
import {
  forgetPicture,
  newPicture,
  type Pictures,
  withAdded,
  withFeatured,
  withMoved,
  withoutOther,
} from './pictures.ts'

interface PictureFieldsProps {
  pictures: Pictures
  onChange: (change: (pictures: Pictures) => Pictures) => void
  /** What is wrong with the featured picture. */
  error: string | null
  /** Gives the focus to the featured picture's input. */
  featuredInputId: string
  /** Told when pictures begin to be prepared, and when they are in the list. */
  onBusy: (busy: boolean) => void
}

/** The featured picture and up to three more, with a preview of each. */
export function PictureFields({ pictures, onChange, error, featuredInputId, onBusy }: PictureFieldsProps) {
  const [tooMany, setTooMany] = useState(false)
  const { featured, others } = pictures
  const othersInputId = useId()
  const room = MAX_OTHER_IMAGES - others.length

  function feature([file]: File[]) {
    if (!file) return
    if (featured) forgetPicture(featured)
    const picture = newPicture(file)
    onChange((before) => ({ ...before, featured: picture }))
  }

  function add(files: File[], someLeftOut: boolean) {
    setTooMany(someLeftOut)
    if (someLeftOut) showError(sellerMessages.tooManyImages)
    const added = files.map(newPicture)
    onChange((before) => withAdded(before, added).pictures)
  }

  function remove(key: string) {
    const removed = others.find((picture) => picture.key === key)
    if (removed) forgetPicture(removed)
    setTooMany(false)
    focusOthersInput()
    onChange((before) => withoutOther(before, key))
  }

  // The button that was pressed goes away with its picture.
  function focusOthersInput() {
    document.getElementById(othersInputId)?.focus()
  }

  return (
    <div className="grid gap-6">
      <FeaturedPicture picture={featured} error={error} inputId={featuredInputId} onPick={feature} onBusy={onBusy} />
      <div className="grid gap-3">
        <h2 className="text-sm font-medium">Additional images</h2>
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
          label="Add additional images"
          hint={room > 0 ? `Up to ${MAX_OTHER_IMAGES}; drag them into order` : 'All three places are taken'}
          multiple
          limit={room}
          onPick={add}
          onBusy={onBusy}
        />
        {tooMany && (
          <p role="alert" className="text-sm text-danger">
            {sellerMessages.tooManyImages}
          </p>
        )}
      </div>
    </div>
  )
}

interface FeaturedPictureProps {
  picture: Pictures['featured']
  error: string | null
  inputId: string
  onPick: (files: File[]) => void
  onBusy: (busy: boolean) => void
}

function FeaturedPicture({ picture, error, inputId, onPick, onBusy }: FeaturedPictureProps) {
  const errorId = useId()
  return (
    <div className="grid gap-3">
      <h2 className="text-sm font-medium">Featured image</h2>
      {picture && (
        <img
          src={picture.src}
          alt="Preview of the featured one"
          width={640}
          height={640}
          className="aspect-square w-full rounded-xl border border-line bg-tint object-cover"
        />
      )}
      <PictureInput
        id={inputId}
        label={picture ? 'Replace featured image' : 'Choose featured image'}
        hint="Shown in lists and first on the product's page"
        limit={1}
        errorId={error ? errorId : undefined}
        onPick={onPick}
        onBusy={onBusy}
      />
      {error && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
