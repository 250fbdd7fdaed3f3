import { CreditCard, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { BuyNowNotice } from './buy-now-notice.tsx'
import { addToCart } from './change-cart.ts'

interface PurchaseActionsProps {
  productId: string
  quantity: number
}

/** The Add to Cart and Buy Now buttons; disabled for sellers and admins, with the reason. */
export function PurchaseActions({ productId, quantity }: PurchaseActionsProps) {
  const { isLoggedIn, userRole } = useSession()
  const dispatch = useAppDispatch()
  const buyNow = useBuyNow(productId, quantity)
  const refused = isLoggedIn && userRole !== 'buyer'

  async function add() {
    const outcome = await dispatch(addToCart(productId, quantity))
    if (outcome === 'failed') showError(cartMessages.addProductFailedToast)
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
      {refused && (
        <div className="text-sm text-muted">
          <p id="cart-refused">{cartMessages.notForSellersAndAdmins}</p>
          <p id="purchase-refused">{cartMessages.noPurchaseForSellersAndAdmins}</p>
        </div>
      )}
    </div>
  )
}

/** Adds the product to the cart, then takes a buyer to the checkout and a visitor to sign in and back here. */
function useBuyNow(productId: string, quantity: number) {
  const { ready, isLoggedIn } = useSession()
  const dispatch = useAppDispatch()
  const navigate = useNavigateFromHere()
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)

  async function run() {
    if (!ready) return
    setBusy(true)
    const failed = (await dispatch(addToCart(productId, quantity))) === 'failed'
    setBusy(false)
    if (isLoggedIn) {
      if (failed) showError(cartMessages.processFailedToast)
      else navigate('/checkout')
    } else if (failed) showError(cartMessages.addItemFailedToast)
    else {
      showSuccess(cartMessages.itemAdded)
      navigate(authenticationPath(pathname + search, 'buy-now'))
    }
  }
  return { run, busy }
}
