import { useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { focusHeading } from '../../ui/page.tsx'
import { boughtNowOf } from '../cart/buy-now.ts'
import { limitText, setQuantity } from '../cart/change-cart.ts'
import type { CartLine } from '../cart/use-cart-lines.ts'

/** After Buy Now of something that was in the cart already: says so, and orders only the new units on one press. */
export function AlreadyInCart({ lines }: { lines: readonly CartLine[] }) {
  const { state } = useLocation()
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()
  const bought = boughtNowOf(state)
  const line = lines.find(({ product_id, product }) => product && product_id === bought?.product_id)
  if (!bought || !line || line.quantity <= bought.quantity) return null
  const { product_id, quantity } = bought

  async function orderOnly(): Promise<void> {
    clear()
    // The note disappears at once.
    focusHeading()
    const outcome = await dispatch(setQuantity(product_id, quantity))
    const limit = limitText(outcome)
    if (limit) report({ text: limit }, null)
    else if (outcome === 'failed') {
      report({ text: cartMessages.updateFailed, retry: orderOnly }, cartMessages.updateFailedToast)
    }
  }

  return (
    <div className="mb-4 grid gap-3 rounded-xl bg-info-tint px-4 py-3 text-info">
      <p role="status">{checkoutMessages.alreadyInCart(line.quantity - quantity, line.quantity)}</p>
      <Button variant="secondary" size="small" className="justify-self-start" onClick={orderOnly}>
        {checkoutMessages.orderOnly(quantity)}
      </Button>
      <FailureNote {...note} />
    </div>
  )
}
