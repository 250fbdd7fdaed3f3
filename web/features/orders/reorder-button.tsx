import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { useCart } from '../cart/use-cart.ts'
import { useLazyGetOrderQuery } from './orders-api.ts'

/** Puts what an order held into the cart once more, at present prices, and opens the cart. */
export function ReorderButton({ orderId }: { orderId: string }) {
  const navigate = useNavigateFromHere()
  const { add } = useCart()
  const [getOrder] = useLazyGetOrderQuery()
  const [busy, setBusy] = useState(false)

  async function reorder() {
    setBusy(true)
    const { data: order } = await getOrder(orderId)
    const missing: string[] = []
    for (const { product_id, product_name, quantity } of order?.lines ?? []) {
      if ((await add(product_id, quantity)) === 'failed') missing.push(product_name)
    }
    setBusy(false)
    if (!order || missing.length === order.lines.length) return showError(cartMessages.addItemFailedToast)
    if (missing.length) showError(`${cartMessages.addFailed}: ${missing.join(', ')}`)
    else showSuccess(cartMessages.itemAdded)
    navigate('/cart')
  }

  return (
    <Button variant="ghost" size="small" busy={busy} onClick={reorder}>
      <RotateCcw aria-hidden className="size-4" />
      Reorder<span className="sr-only"> {orderId}</span>
    </Button>
  )
}
