import { PICTURE_WIDTHS } from '../../../shared/catalog/constants.ts'
import { classNames } from '../class-names.ts'

/** Only the ratio matters: `sizes` gives the width on screen. */
const SQUARE = 640
/** The width of the largest pictures whose address does not state it. */
const UNKNOWN_WIDTH = 1600
/** The parameter `FULL_WIDTH` of an address. */
const FULL = /[?&]full=(\d+)/

const SHAPES = { square: 'aspect-square', portrait: 'aspect-4/5' } as const

interface ProductPictureProps {
  /** Empty for a product that was deleted after it was ordered. */
  src: string
  alt: string
  /** The width on screen, as in the `sizes` attribute. */
  sizes: string
  /** For the first pictures in view: loaded immediately, ahead of others. */
  priority?: boolean
  /** A square crops the sides of portraits. */
  shape?: keyof typeof SHAPES
  /** The sizes of `src`, where they are known. */
  sources?: string | undefined
  className?: string
}

/** A product picture in the size the screen needs; its space is reserved before it has loaded. */
export function ProductPicture({
  src,
  alt,
  sizes,
  priority = false,
  shape = 'square',
  sources = sourcesOf(src),
  className,
}: ProductPictureProps) {
  const look = classNames('w-full bg-tile', SHAPES[shape])
  if (src === '') return <span className={classNames('block', look, className)} />
  return (
    <img
      src={src}
      srcSet={sources}
      sizes={sizes}
      alt={alt}
      width={SQUARE}
      height={SQUARE}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={classNames(look, 'object-cover', className)}
    />
  )
}

/** Returns the widths that our storage offers, and the whole picture with its own: browsers choose by declared widths. */
export function sourcesOf(src: string): string {
  const full = Number(FULL.exec(src)?.[1]) || UNKNOWN_WIDTH
  const start = src + (src.includes('?') ? '&' : '?')
  const smaller = PICTURE_WIDTHS.filter((width) => width < full)
  const sources = smaller.map((width) => `${start}width=${width} ${width}w`)
  return [...sources, `${src} ${full}w`].join(', ')
}
