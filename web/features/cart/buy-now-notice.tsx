import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CircleCheck } from '../../ui/icons.tsx'
import { readStoredBoughtNow } from './buy-now.ts'
import { useCart } from './use-cart.ts'

/** Links a buyer who chose Buy Now as a visitor, and has signed in since, to the checkout. */
export function BuyNowNotice({ productId }: { productId: string }) {
  const { isLoggedIn, userRole } = useSession()
  const { cart, ready } = useCart()
  const dispatch = useAppDispatch()
  if (!isLoggedIn || userRole !== 'buyer' || !ready || !(productId in cart)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-picture bg-good-tint p-4">
      <p className="flex items-center gap-2.5 font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-good" /> {cartMessages.inYourCart}
      </p>
      <ButtonLink to="/checkout" state={{ buyNow: dispatch(readStoredBoughtNow()) }} size="small">
        {cartMessages.checkOut}
      </ButtonLink>
    </div>
  )
}
