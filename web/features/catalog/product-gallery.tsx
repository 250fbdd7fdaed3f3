import { useState } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { ProductPicture } from '../../ui/product-picture.tsx'

interface ProductGalleryProps {
  name: string
  images: readonly string[]
}

/** The pictures of a product: one large, the others as thumbnails that replace it. */
export function ProductGallery({ name, images }: ProductGalleryProps) {
  const [chosen, setChosen] = useState(0)
  const main = images[chosen] ?? images[0] ?? ''
  return (
    <div>
      <div className="overflow-hidden rounded-3xl border border-line">
        <ProductPicture
          src={main}
          alt={chosen === 0 ? name : catalogMessages.pictureOf(name, chosen + 1)}
          sizes="(min-width: 80rem) 592px, (min-width: 64rem) 46vw, 94vw"
          priority
        />
      </div>
      {images.length > 1 && (
        <ul aria-label={catalogMessages.pictures} className="mt-3 grid grid-cols-4 gap-3 sm:grid-cols-5">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={catalogMessages.showPicture(index + 1)}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
                className={classNames(
                  'block w-full overflow-hidden rounded-xl border-2 transition-colors',
                  index === chosen ? 'border-brand' : 'border-line hover:border-line-strong',
                )}
              >
                <ProductPicture src={image} alt="" sizes="120px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
