import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Plus } from '../../ui/icons.tsx'
import { showError, showErrorOfAlert, showSuccessWithLink } from '../../ui/overlay/toasts.tsx'
import { VIEW_CART } from './cart-slice.ts'
import { addToCart, limitText } from './change-cart.ts'

/** The button on a product's picture that adds one unit to the cart, shown on hover and focus and on touch screens. */
export function QuickAdd({ productId, name }: { productId: string; name: string }) {
  const dispatch = useAppDispatch()
  const { isLoggedIn, userRole } = useSession()
  const refused = isLoggedIn && userRole !== 'buyer'
  const [problem, setProblem] = useState<string | null>(null)

  async function add() {
    if (refused) return showError(cartMessages.notForSellersAndAdmins)
    const outcome = await dispatch(addToCart(productId))
    const failure = limitText(outcome) ?? (outcome === 'failed' ? cartMessages.addProductFailedToast : null)
    setProblem(failure)
    if (failure) showErrorOfAlert(failure)
    else showSuccessWithLink(cartMessages.productAdded, VIEW_CART)
  }

  return (
    <>
      <FailureNote text={problem} className="absolute inset-x-2 bottom-14 z-10 p-2! text-xs" />
      <Button
        variant="floating"
        size="small"
        onClick={add}
        aria-disabled={refused || undefined}
        aria-label={cartMessages.addNamed({ name })}
        title={refused ? cartMessages.notForSellersAndAdmins : undefined}
        className="absolute end-2 bottom-2 z-10 min-h-10 max-sm:w-10 max-sm:px-0 sm:not-pointer-coarse:not-focus-visible:not-group-hover:opacity-0"
      >
        <Plus aria-hidden className="size-4" />
        <span className="max-sm:hidden">{cartMessages.add}</span>
      </Button>
    </>
  )
}
