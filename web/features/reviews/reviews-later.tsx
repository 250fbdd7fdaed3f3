import { type ComponentType, useEffect, useState } from 'react'
import type { Product } from '../../../shared/catalog/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useInSight } from '../../ui/hooks.ts'
import { loadCode } from '../../ui/load-code.ts'
import type { ReviewsProps } from './reviews-section.tsx'

/** Set on the server by `on-server.ts`. */
export const reviewsOnServer: {
  Section?: ComponentType<ReviewsProps>
  structured?: (product: Product) => Record<string, unknown>
} = {}

/** The server-rendered reviews of a product, until they approach the viewport and their code and data are loaded. */
export function ReviewsLater({ product }: ReviewsProps) {
  const dispatch = useAppDispatch()
  const [element, isNear] = useInSight<HTMLDivElement>(false, '200px')
  const [Section, setSection] = useState<ComponentType<ReviewsProps>>()
  const { product_id } = product
  useEffect(() => {
    if (!isNear) return
    loadCode(() => import('./reviews-section.tsx'), true)
      .then(async ({ prepareReviews, ReviewsSection }) => {
        await dispatch(prepareReviews(product_id, element.current))
        setSection(() => ReviewsSection)
      })
      // A failure leaves the server's HTML; scrolling near them again retries.
      .catch(console.error)
  }, [isNear, dispatch, product_id, element])
  const Shown = import.meta.env.SSR ? reviewsOnServer.Section : Section
  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="mt-section-small scroll-mt-28 border-t border-line pt-8 sm:mt-section"
    >
      {Shown ? (
        <div key="alive">
          <Shown product={product} />
        </div>
      ) : (
        <div
          ref={element}
          className={product.rating ? 'min-h-110' : 'min-h-28'}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: leaves what the server has rendered
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
    </section>
  )
}
