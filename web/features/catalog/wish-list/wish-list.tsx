import { useRef, useState } from 'react'
import { cartErrors } from '../../../../shared/cart/errors.ts'
import { cartMessages } from '../../../../shared/cart/messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { savedListMessages } from '../../../../shared/saved/list-messages.ts'
import { type AppThunk, useAppDispatch } from '../../../api/app-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { ShoppingCart } from '../../../ui/icons.tsx'
import { showError, showSuccessWithLink } from '../../../ui/overlay/toasts.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { cartApi, useGetCartProductsQuery } from '../../cart/cart-api.ts'
import { VIEW_CART } from '../../cart/cart-slice.ts'
import { addToCart, limitText } from '../../cart/change-cart.ts'
import { useSaved } from '../../saved/save-button.tsx'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { KeepLookingLater } from '../search/keep-looking-later.tsx'

const STEP = 48

function AddAllButton({ ids }: { ids: readonly string[] }) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function addAll(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    const { added, failure } = await dispatch(addEach(ids))
    running.current = false
    setBusy(false)
    if (failure) showError(failure)
    else if (added) showSuccessWithLink(savedListMessages.added({ count: added }), VIEW_CART)
    else showError(savedListMessages.soldOut)
  }

  return (
    <Button variant="secondary" busy={busy} onClick={addAll}>
      <ShoppingCart aria-hidden className="size-4.5" /> {savedListMessages.addAll}
    </Button>
  )
}

interface Added {
  added: number
  failure?: string
}

function addEach(ids: readonly string[]): AppThunk<Promise<Added>> {
  return async (dispatch) => {
    const missing: string[] = []
    const limits = new Set<string>()
    let added = 0
    const products = await dispatch(productsOf(ids))
    if (!products) return { added, failure: cartMessages.addProductFailedToast }
    for (const { product_id, product_name, stock_state } of products) {
      if (stock_state === 'out') continue
      const outcome = limits.has(cartErrors.cart_full.text) ? LEFT_OUT : await dispatch(addToCart(product_id))
      const limit = limitText(outcome)
      if (limit !== null) limits.add(limit)
      if (outcome === 'done') added++
      else missing.push(product_name)
    }
    return missing.length
      ? { added, failure: [cartMessages.addFailedFor({ names: missing }), ...limits].join('. ') }
      : { added }
  }
}

const LEFT_OUT = 'failed'

/** Fetches with the queries of the list; undefined after a failure. */
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
  // Sorted, so that the same products share a query.
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
