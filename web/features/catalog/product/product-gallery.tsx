import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { directionOf } from '../../../ui/direction.ts'
import { loadCode } from '../../../ui/load-code.ts'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'

const loadZoom = (isAhead: boolean) => loadCode(() => import('./zoom-dialog.tsx'), isAhead)
const ZoomDialog = lazy(async () => ({ default: (await loadZoom(false)).ZoomDialog }))

interface ProductGalleryProps {
  name: string
  images: readonly string[]
  texts: readonly string[]
}

/**
 * The pictures of a product to swipe, with thumbnails and a dialog to enlarge them. On wide screens the other pictures form a
 * column beside the shown one, whose width is theirs times their number, so that both are equally high.
 */
export function ProductGallery({ name, images, texts }: ProductGalleryProps) {
  const others = images.length - 1
  const alts = images.map(
    (_, index) => texts[index] || (index ? catalogMessages.pictureOf({ name, number: index + 1 }) : name),
  )
  const strip = useRef<HTMLUListElement>(null)
  const enlarge = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState(0)
  /** Undefined until it was opened once. */
  const [isZoomed, setZoomed] = useState<boolean>()

  function show(index: number): void {
    setShown(index)
    const list = strip.current
    list?.scrollTo({ left: index * list.clientWidth * (directionOf(list) === 'rtl' ? -1 : 1), behavior: 'instant' })
  }

  function choose(index: number, thumbnail: HTMLElement): void {
    flushSync(() => show(index))
    // The thumbnail of the large picture is hidden on wide screens.
    if (!thumbnail.checkVisibility()) enlarge.current?.focus()
  }

  return (
    <div className="min-w-0 lg:flex lg:gap-3">
      <div
        style={{ flexGrow: others || 1 }}
        className={classNames(
          'relative overflow-hidden rounded-picture bg-tile max-sm:-mx-4 max-sm:rounded-none lg:basis-0',
          others === 0 && 'lg:aspect-square',
        )}
      >
        <ul
          ref={strip}
          aria-label={catalogMessages.pictures}
          onScroll={({ currentTarget: list }) =>
            setShown(Math.round(Math.abs(list.scrollLeft) / (list.clientWidth || 1)))
          }
          className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain lg:absolute lg:inset-0"
        >
          {images.map((image, index) => (
            <Slide
              key={image}
              image={image}
              alt={alts[index] ?? ''}
              isFirst={index === 0}
              sizes={`${widthOf(others || 1, others)}, (min-width: 48rem) 46vw, 100vw`}
              onEnlarge={index === shown ? () => setZoomed(true) : undefined}
              button={enlarge}
            />
          ))}
        </ul>
        {others > 0 && <Dots count={images.length} shown={shown} />}
      </div>
      {others > 0 && <Thumbnails images={images} shown={shown} onShow={choose} />}
      {isZoomed !== undefined && (
        <Suspense>
          <ZoomDialog
            name={name}
            images={images}
            alts={alts}
            shown={shown}
            open={isZoomed}
            onShow={show}
            onClose={() => setZoomed(false)}
            opener={enlarge}
          />
        </Suspense>
      )}
    </div>
  )
}

interface SlideProps {
  image: string
  alt: string
  isFirst: boolean
  sizes: string
  /** Only for the slide in view. */
  onEnlarge: (() => void) | undefined
  button: RefObject<HTMLButtonElement | null>
}

function Slide({ image, alt, isFirst, sizes, onEnlarge, button }: SlideProps) {
  return (
    <li
      id={isFirst ? 'product-picture' : undefined}
      aria-hidden={!onEnlarge || undefined}
      className="picture-tile relative w-full shrink-0 snap-center"
    >
      <ProductPicture
        src={image}
        alt={alt}
        sizes={sizes}
        priority={isFirst}
        className="max-sm:aspect-[4/3] lg:aspect-auto lg:h-full"
      />
      {onEnlarge && (
        <button
          ref={button}
          type="button"
          aria-label={catalogMessages.enlarge}
          onClick={onEnlarge}
          onPointerEnter={() => void loadZoom(true).catch(() => {})}
          className="absolute inset-0 cursor-zoom-in rounded-picture focus-visible:-outline-offset-4"
        />
      )}
    </li>
  )
}

/** Returns the `sizes` of a picture that takes `share` columns of the gallery on wide screens. */
function widthOf(share: number, others: number): string {
  return `(min-width: 64rem) ${Math.ceil((54 * share) / (others + 1))}vw`
}

function Dots({ count, shown }: { count: number; shown: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5 sm:hidden"
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have nothing else and never move
          key={index}
          className={classNames(
            'size-2 rounded-full border border-surface transition-colors',
            index === shown ? 'bg-ink' : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  )
}

interface ThumbnailsProps {
  images: readonly string[]
  shown: number
  onShow: (index: number, thumbnail: HTMLElement) => void
}

function Thumbnails({ images, shown, onShow }: ThumbnailsProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2 sm:gap-3 md:grid md:grid-cols-4 lg:mt-0 lg:flex-1 lg:grid-cols-1 lg:content-start">
      {images.map((image, index) => (
        <li key={image} className={classNames(index === shown && 'lg:hidden')}>
          <button
            type="button"
            aria-label={catalogMessages.showPicture({ number: index + 1 })}
            aria-pressed={index === shown}
            onClick={({ currentTarget }) => onShow(index, currentTarget)}
            className={classNames(
              'picture-tile block size-12 overflow-hidden rounded-field border-2 transition-colors sm:size-18 md:h-auto md:w-full lg:rounded-picture lg:border-0',
              index === shown ? 'border-brand' : 'border-transparent hover:border-line-strong',
            )}
          >
            <ProductPicture
              src={image}
              alt=""
              sizes={`${widthOf(1, images.length - 1)}, (min-width: 48rem) 14vw, 80px`}
              className="lg:aspect-4/5"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
