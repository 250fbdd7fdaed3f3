import { useState } from 'react'
import { cartMessages } from '../../../../shared/cart/messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { savedListMessages } from '../../../../shared/saved/list-messages.ts'
import { type AppThunk, useAppDispatch } from '../../../api/app-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../../ui/failure-note.tsx'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { ShoppingCart } from '../../../ui/icons.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { showSuccessWithLink } from '../../../ui/overlay/toasts.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { addEach } from '../../cart/add-each.ts'
import { cartApi } from '../../cart/cart-api.ts'
import { VIEW_CART } from '../../cart/cart-slice.ts'
import { useSaved } from '../../saved/save-button.tsx'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { KeepLookingLater } from '../search/keep-looking-later.tsx'

const STEP = 48

function AddAllButton({ ids }: { ids: readonly string[] }) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const { report, clear, note } = useFailure()

  async function addAll(): Promise<void> {
    setBusy(true)
    clear()
    const products = await dispatch(productsOf(ids))
    const wanted = products?.filter(({ stock_state }) => stock_state !== 'out') ?? []
    const { added, failure } = await dispatch(addEach(wanted))
    setBusy(false)
    if (!products) report({ text: cartMessages.addProductFailedToast })
    else if (failure) report({ text: failure })
    else if (added) showSuccessWithLink(savedListMessages.added({ count: added }), VIEW_CART)
    else report({ text: savedListMessages.soldOut })
  }

  return (
    <>
      <Button variant="secondary" busy={busy} onClick={addAll}>
        <ShoppingCart aria-hidden className="size-4.5" /> {savedListMessages.addAll}
      </Button>
      <FailureNote {...note} className="mt-4" />
    </>
  )
}

/** Uses the queries of the list; undefined after a failure. */
function productsOf(ids: readonly string[]): AppThunk<Promise<ProductCard[] | undefined>> {
  return async (dispatch) => {
    const found: ProductCard[] = []
    for (let start = 0; start < ids.length; start += STEP) {
      const some = ids.slice(start, start + STEP)
      const query = cartApi.endpoints.getCartProducts.initiate(some.toSorted().join(','), { subscribe: false })
      const { data } = await dispatch(query)
      if (!data) return undefined
      found.push(...some.flatMap((id) => data[id] ?? []))
    }
    return found
  }
}

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
          drawing={<Drawing of="list" />}
          title={savedListMessages.empty}
          text={savedListMessages.emptyText}
          action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{savedListMessages.browse}</ButtonLink>}
        />
        <KeepLookingLater withCategories={false} />
      </>
    )
  }
  return (
    <div ref={keepFocus} className="grid grid-cols-1 gap-10">
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
  // Sorted, so that the same products share a query.
  const { data, error, isFetching, refetch } = cartApi.useGetCartProductsQuery(ids.toSorted().join(','))
  if (!data && error)
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
