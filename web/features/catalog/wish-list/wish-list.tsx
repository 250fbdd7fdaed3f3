import { useState } from 'react'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { savedListMessages } from '../../../../shared/saved/list-messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { DrawingLater } from '../../../ui/pictures/drawing-later.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { useGetCartProductsQuery } from '../../cart/cart-api.ts'
import { useSaved } from '../../saved/save-button.tsx'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { KeepLookingLater } from '../search/keep-looking-later.tsx'
import { AddAllButton, STEP } from './add-all-button.tsx'

/** The saved products that are in the shop, newest first. */
export function WishList() {
  const { ids, failed, fetching, retry } = useSaved()
  const [steps, setSteps] = useState(1)
  if (!ids && failed) return <LoadFailure title={savedListMessages.fetchFailed} onRetry={retry} retrying={fetching} />
  if (!ids) return <Loading count={5} />
  if (!ids.length) {
    return (
      <>
        <EmptyState
          drawing={<DrawingLater />}
          title={savedListMessages.empty}
          text={savedListMessages.emptyText}
          action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{savedListMessages.browse}</ButtonLink>}
        />
        <KeepLookingLater withSearch={false} withCategories={false} />
      </>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      <h2 className="sr-only">{savedListMessages.products}</h2>
      <div className="-mb-4">
        <AddAllButton ids={ids.slice(0, steps * STEP)} />
      </div>
      {Array.from({ length: Math.min(steps, Math.ceil(ids.length / STEP)) }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list
        <Products key={step} ids={ids.slice(step * STEP, (step + 1) * STEP)} />
      ))}
      {steps * STEP < ids.length && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setSteps(steps + 1)}>
          {savedListMessages.showMore}
        </Button>
      )}
    </div>
  )
}

function Products({ ids }: { ids: readonly string[] }) {
  // In one order, so that the same products are the same query; while it runs, those known from before stay.
  const { data, isError, isFetching, refetch } = useGetCartProductsQuery(ids.toSorted().join(','))
  if (!data && isError)
    return <LoadFailure title={savedListMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
  if (!data) return <Loading count={ids.length} />
  return <ProductGrid products={ids.flatMap((id) => data[id] ?? [])} />
}

function Loading({ count }: { count: number }) {
  return (
    <>
      <LoadingNote />
      <ProductGridSkeleton count={count} />
    </>
  )
}
