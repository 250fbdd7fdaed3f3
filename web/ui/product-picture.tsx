import { MAX_PICTURE_SIDE, PICTURE_WIDTHS } from '../../shared/catalog/constants.ts'
import { classNames } from './class-names.ts'

/** Only the proportion counts: every place says how wide it shows it. */
const SQUARE = 640

interface ProductPictureProps {
  /** Empty when there is none any more: of a product that was deleted after it was ordered. */
  src: string
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Set for what is seen first: loaded at once, ahead of other pictures. */
  priority?: boolean
  className?: string
}

/** A square product picture in the size the screen needs; holds its place before it has loaded. */
export function ProductPicture({ src, alt, sizes, priority = false, className }: ProductPictureProps) {
  if (src === '') return <span className={classNames('block aspect-square w-full bg-tint', className)} />
  return (
    <img
      src={src}
      srcSet={sourcesOf(src)}
      sizes={sizes}
      alt={alt}
      width={SQUARE}
      height={SQUARE}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={classNames('aspect-square w-full bg-tint object-cover', className)}
    />
  )
}

/** The smaller ones our storage makes, and the whole picture for large and dense screens. */
function sourcesOf(src: string): string {
  const smaller = PICTURE_WIDTHS.map((width) => `${src}${src.includes('?') ? '&' : '?'}width=${width} ${width}w`)
  return [...smaller, `${src} ${MAX_PICTURE_SIDE}w`].join(', ')
}
