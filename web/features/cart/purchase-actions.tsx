import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch, useAppStore } from '../../api/app-store.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { summarize, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { useInSight, useNavigateFromHere } from '../../ui/hooks.ts'
import { ShoppingCart } from '../../ui/icons.tsx'
import { lazyCode, Nothing } from '../../ui/load-code.ts'
import { showSuccessWithLink } from '../../ui/overlay/toasts.tsx'
import { Price } from '../../ui/text.tsx'
import { VIEW_CART } from './cart-slice.ts'
import { addToCart, type CartOutcome, limitText } from './change-cart.ts'
import { type BoughtNow, storeBoughtNow } from './store-bought-now.ts'

type ReportedFailure = Pick<ReturnType<typeof useFailure>, 'report' | 'clear'>

/** Loaded only after a sign-in for Buy Now; a failure leaves the page without it. */
const BuyNowNotice = lazyCode(async () => (await import('./buy-now-notice.tsx')).BuyNowNotice, Nothing, true)

interface PurchaseActionsProps {
  productId: string
  productName: string
  /** The unit price in dollars. */
  price: number
  quantity: number
  /** Replaces the buttons of a sold-out product. */
  soldOut: ReactNode
  problem: ReactNode
  /** On phones below the buttons, which are on the first screen. */
  total: ReactNode
  children: ReactNode
}

/** The quantity with the total beside it, Add to Cart and Buy Now. On phones a bar repeats Add to Cart while the button is out of view. */
export function PurchaseActions(props: PurchaseActionsProps) {
  const { productId, productName, price, quantity, soldOut, problem, total, children } = props
  const { isLoggedIn, userRole } = useSession()
  const dispatch = useAppDispatch()
  const failure = useFailure()
  const buyNow = useBuyNow({ product_id: productId, quantity }, failure)
  const { state } = useLocation()
  const refused = isLoggedIn && userRole !== 'buyer'
  const isOffered = !soldOut || refused
  const [addButton, isInSight] = useInSight<HTMLDivElement>()

  async function add() {
    failure.clear()
    const outcome = await dispatch(addToCart(productId, quantity))
    if (isFailed(outcome)) explain(outcome, failure, cartMessages.addProductFailedToast, () => void add())
    else showSuccessWithLink(cartMessages.productAdded, VIEW_CART)
  }

  return (
    <div className="grid w-full gap-3">
      <div role="status" className="empty:sr-only">
        {isLoggedIn && state?.action === 'buy-now' && (
          <Suspense>
            <BuyNowNotice productId={productId} />
          </Suspense>
        )}
      </div>
      <div ref={addButton} className="flex flex-wrap items-center gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents sm:w-full">
          {children}
          {total}
        </div>
        {isOffered ? (
          <>
            <Button
              size="large"
              onClick={add}
              {...(refused && refusedBy('cart-refused', cartMessages.notForSellersAndAdmins))}
              className="min-w-36 flex-3 max-sm:px-3"
            >
              <ShoppingCart aria-hidden className="size-5 shrink-0" /> {cartMessages.addToCart}
            </Button>
            <Button
              variant="secondary"
              size="large"
              onClick={buyNow.run}
              busy={buyNow.busy}
              {...(refused && refusedBy('purchase-refused', cartMessages.noPurchaseForSellersAndAdmins))}
              className="min-w-28 flex-2 max-sm:px-3"
            >
              {cartMessages.buyNow}
            </Button>
          </>
        ) : (
          soldOut
        )}
      </div>
      {problem}
      <FailureNote {...failure.note} />
      {refused && (
        <div className="text-sm text-muted">
          <p id="cart-refused">{cartMessages.notForSellersAndAdmins}</p>
          <p id="purchase-refused">{cartMessages.noPurchaseForSellersAndAdmins}</p>
        </div>
      )}
      {!isInSight && !refused && !soldOut && <AddBar name={productName} price={price} onAdd={add} />}
    </div>
  )
}

/** `id` is that of the element with the same reason. */
function refusedBy(id: string, title: string) {
  return { disabled: true, title, 'aria-describedby': id }
}

function AddBar({ name, price, onAdd }: { name: string; price: number; onAdd: () => unknown }) {
  return (
    <div className="add-bar fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-float sm:hidden low:hidden print:hidden">
      <Price amount={price} className="text-lg font-semibold" />
      <Button onClick={onAdd} aria-label={cartMessages.addNamed({ name })} className="min-w-32">
        <ShoppingCart aria-hidden className="size-5 shrink-0" /> {cartMessages.add}
      </Button>
    </div>
  )
}

const isFailed = (outcome: CartOutcome) => outcome === 'failed' || limitText(outcome) !== null

function explain(outcome: CartOutcome, { report }: ReportedFailure, failedToast: string, retry: () => void): void {
  const limit = limitText(outcome)
  // A limit is shown beside the buttons and needs no toast.
  if (limit) report({ text: limit }, null)
  else report({ text: cartMessages.addFailed, retry }, failedToast)
}

function useBuyNow(bought: BoughtNow, failure: ReportedFailure) {
  const { getState } = useAppStore()
  const dispatch = useAppDispatch()
  const navigate = useNavigateFromHere()
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)

  async function run() {
    failure.clear()
    setBusy(true)
    // Read now, as the press may precede the session.
    const { isLoggedIn } = summarize(getState().auth)
    const outcome = await dispatch(addToCart(bought.product_id, bought.quantity))
    setBusy(false)
    const toast = isLoggedIn ? cartMessages.processFailedToast : cartMessages.addItemFailedToast
    if (isFailed(outcome)) return explain(outcome, failure, toast, () => void run())
    if (isLoggedIn) return navigate('/checkout', { state: { buyNow: bought } })
    dispatch(storeBoughtNow(bought))
    showSuccessWithLink(cartMessages.itemAdded, VIEW_CART)
    navigate(authenticationPath(pathname + search, 'buy-now'))
  }
  return { run, busy }
}
