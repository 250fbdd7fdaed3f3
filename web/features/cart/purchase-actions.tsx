import { useState } from 'react'
import { useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch, useAppStore } from '../../api/app-store.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { summarize, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { CreditCard, ShoppingCart } from '../../ui/icons.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { useFailure } from '../../ui/use-failures.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { type BoughtNow, keepBoughtNow } from './buy-now.ts'
import { BuyNowNotice } from './buy-now-notice.tsx'
import { addToCart, type CartOutcome, limitText } from './change-cart.ts'

type ReportedFailure = Pick<ReturnType<typeof useFailure>, 'report' | 'clear'>

interface PurchaseActionsProps {
  productId: string
  quantity: number
}

/** The Add to Cart and Buy Now buttons; disabled for sellers and admins, with the reason. */
export function PurchaseActions({ productId, quantity }: PurchaseActionsProps) {
  const { isLoggedIn, userRole } = useSession()
  const dispatch = useAppDispatch()
  const failure = useFailure()
  const buyNow = useBuyNow({ product_id: productId, quantity }, failure)
  const refused = isLoggedIn && userRole !== 'buyer'

  async function add() {
    failure.clear()
    const outcome = await dispatch(addToCart(productId, quantity))
    if (isFailed(outcome)) explain(outcome, failure, cartMessages.addProductFailedToast, () => void add())
    else showSuccess(cartMessages.productAdded)
  }

  return (
    <div className="grid w-full gap-4">
      <BuyNowNotice productId={productId} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          variant="secondary"
          size="large"
          onClick={add}
          disabled={refused}
          title={refused ? cartMessages.notForSellersAndAdmins : undefined}
          aria-describedby={refused ? 'cart-refused' : undefined}
        >
          <ShoppingCart aria-hidden className="size-5 shrink-0" /> {cartMessages.addToCart}
        </Button>
        <Button
          size="large"
          onClick={buyNow.run}
          busy={buyNow.busy}
          disabled={refused}
          title={refused ? cartMessages.noPurchaseForSellersAndAdmins : undefined}
          aria-describedby={refused ? 'purchase-refused' : undefined}
        >
          <CreditCard aria-hidden className="size-5 shrink-0" /> {cartMessages.buyNow}
        </Button>
      </div>
      <FailureNote {...failure.note} />
      {refused && (
        <div className="text-sm text-muted">
          <p id="cart-refused">{cartMessages.notForSellersAndAdmins}</p>
          <p id="purchase-refused">{cartMessages.noPurchaseForSellersAndAdmins}</p>
        </div>
      )}
    </div>
  )
}

const isFailed = (outcome: CartOutcome) => outcome === 'failed' || limitText(outcome) !== null

/** Says beside the buttons why a change failed. */
function explain(outcome: CartOutcome, { report }: ReportedFailure, failedToast: string, retry: () => void): void {
  const limit = limitText(outcome)
  // A limit stands beside the buttons, and needs no second mention.
  if (limit) report({ text: limit }, null)
  else report({ text: cartMessages.addFailed, retry }, failedToast)
}

/** Adds the product to the cart, then takes a buyer to the checkout and a visitor to sign in and back here. */
function useBuyNow(bought: BoughtNow, failure: ReportedFailure) {
  const { getState } = useAppStore()
  const dispatch = useAppDispatch()
  const navigate = useNavigateFromHere()
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)

  async function run() {
    failure.clear()
    setBusy(true)
    // As it is now: the press may have come before the page knew the session.
    const { isLoggedIn } = summarize(getState().auth)
    const outcome = await dispatch(addToCart(bought.product_id, bought.quantity))
    setBusy(false)
    const toast = isLoggedIn ? cartMessages.processFailedToast : cartMessages.addItemFailedToast
    if (isFailed(outcome)) return explain(outcome, failure, toast, () => void run())
    if (isLoggedIn) return navigate('/checkout', { state: { buyNow: bought } })
    dispatch(keepBoughtNow(bought))
    showSuccess(cartMessages.itemAdded)
    navigate(authenticationPath(pathname + search, 'buy-now'))
  }
  return { run, busy }
}
