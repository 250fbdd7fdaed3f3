import { type ReactNode, useState } from 'react'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { ArrowLeft, ArrowRight, Star } from '../../../ui/area-icons.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { stepOf } from '../../../ui/direction.ts'
import { X } from '../../../ui/icons.tsx'
import type { Picture } from './pictures.ts'

interface PictureListProps {
  pictures: readonly Picture[]
  onMove: (key: string, to: number) => void
  onFeature: (key: string) => void
  onRemove: (key: string) => void
}

/** The additional pictures, ordered by dragging, buttons or arrow keys. */
export function PictureList({ pictures, onMove, onFeature, onRemove }: PictureListProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  if (!pictures.length) return null

  function move(key: string, to: number) {
    if (to < 0 || to >= pictures.length) return
    onMove(key, to)
    setAnnouncement(productFormMessages.imageMoved({ number: to + 1, count: pictures.length }))
  }

  return (
    <>
      <ol aria-label={productFormMessages.otherImagesInOrder} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((picture, index) => (
          <PictureItem
            key={picture.key}
            picture={picture}
            index={index}
            dragged={dragged}
            onDrag={setDragged}
            onMove={move}
          >
            <PictureButtons
              index={index}
              isLast={index === pictures.length - 1}
              onMove={(to) => move(picture.key, to)}
              onFeature={() => onFeature(picture.key)}
              onRemove={() => onRemove(picture.key)}
            />
          </PictureItem>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

interface PictureItemProps {
  picture: Picture
  index: number
  dragged: string | null
  onDrag: (key: string | null) => void
  onMove: (key: string, to: number) => void
  children: ReactNode
}

function PictureItem({ picture, index, dragged, onDrag, onMove, children }: PictureItemProps) {
  return (
    <li
      draggable
      data-testid="additional-image"
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', picture.key)
        onDrag(picture.key)
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => dragged && event.preventDefault()}
      onDrop={(event) => {
        if (!dragged) return
        event.preventDefault()
        onMove(dragged, index)
        onDrag(null)
      }}
      onKeyDown={(event) => {
        const step = stepOf(event)
        if (!step) return
        event.preventDefault()
        onMove(picture.key, index + step)
      }}
      className={classNames(
        '@container cursor-grab overflow-hidden rounded-field border border-line bg-tint',
        dragged === picture.key && 'opacity-50',
      )}
    >
      <img
        src={picture.src}
        alt={productFormMessages.otherImage({ number: index + 1 })}
        draggable={false}
        width={320}
        height={320}
        className="aspect-square w-full object-cover"
      />
      {children}
    </li>
  )
}

interface PictureButtonsProps {
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onFeature: () => void
  onRemove: () => void
}

/** Those at the ends of the list stay focusable while they do nothing. */
function PictureButtons({ index, isLast, onMove, onFeature, onRemove }: PictureButtonsProps) {
  const { moveImageEarlier, moveImageLater, featureImage, removeImage } = productFormMessages
  const buttons = [
    { text: moveImageEarlier, Icon: ArrowLeft, press: () => onMove(index - 1), isOff: index === 0 },
    { text: moveImageLater, Icon: ArrowRight, press: () => onMove(index + 1), isOff: isLast },
    { text: featureImage, Icon: Star, press: onFeature, isOff: false },
    { text: removeImage, Icon: X, press: onRemove, isOff: false },
  ].map(({ text, ...button }) => ({ ...button, label: text({ number: index + 1 }) }))
  return (
    <div className="grid grid-cols-2 justify-items-center p-1 @min-[7rem]:grid-cols-4">
      {buttons.map(({ label, Icon, press, isOff }) => (
        <Button
          key={label}
          variant="ghost"
          size="rowIcon"
          aria-label={label}
          title={label}
          aria-disabled={isOff || undefined}
          className="max-w-full"
          onClick={isOff ? undefined : press}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      ))}
    </div>
  )
}
