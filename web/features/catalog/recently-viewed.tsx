import { useState } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { useGetProductsByIdsQuery } from './catalog-api.ts'
import { ProductGrid } from './product-card.tsx'
import { clearViewed, readViewed } from './viewed-products.ts'

const MAX_SHOWN = 6

/** The products last viewed in this browser, with a button that clears them. Only for parts rendered in the browser. */
export function RecentlyViewed({ except, className }: { except?: string; className?: string }) {
  const dispatch = useAppDispatch()
  const [ids, setIds] = useState(() => dispatch(readViewed()))
  const shown = ids.filter((id) => id !== except).slice(0, MAX_SHOWN)
  const { currentData } = useGetProductsByIdsQuery(shown, { skip: shown.length === 0 })
  if (shown.length === 0 || !currentData?.products.length) return null

  function clear(): void {
    dispatch(clearViewed())
    setIds([])
  }

  return (
    <section ref={passFocusOn} aria-labelledby="recently-viewed" className={className}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="recently-viewed" className="display text-lg">
          {catalogMessages.recentlyViewed}
        </h2>
        <Button variant="ghost" size="small" aria-label={catalogMessages.clearRecentlyViewed} onClick={clear}>
          {catalogMessages.clear}
        </Button>
      </div>
      <ProductGrid layout="six" products={currentData.products} />
    </section>
  )
}
