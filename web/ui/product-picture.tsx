import { PICTURE_WIDTHS } from '../../shared/catalog/constants.ts'
import { classNames } from './class-names.ts'

const [SMALL, FULL] = PICTURE_WIDTHS

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
      srcSet={`${src}${src.includes('?') ? '&' : '?'}width=${SMALL} ${SMALL}w, ${src} ${FULL}w`}
      sizes={sizes}
      alt={alt}
      width={FULL}
      height={FULL}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={classNames('aspect-square w-full bg-tint object-cover', className)}
    />
  )
}
