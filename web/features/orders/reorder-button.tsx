import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { addToCart, limitText } from '../cart/change-cart.ts'
import { useLazyGetOrderQuery } from './orders-api.ts'

/** Adds an order's products to the cart again, at present prices, and opens the cart. */
export function ReorderButton({ orderId }: { orderId: string }) {
  const navigate = useNavigateFromHere()
  const dispatch = useAppDispatch()
  const [getOrder] = useLazyGetOrderQuery()
  const [busy, setBusy] = useState(false)

  async function reorder() {
    setBusy(true)
    const { data: order } = await getOrder(orderId)
    const missing: string[] = []
    const limits = new Set<string>()
    for (const { product_id, product_name, quantity } of order?.lines ?? []) {
      const outcome = await dispatch(addToCart(product_id, quantity))
      if (outcome !== 'done') missing.push(product_name)
      const limit = limitText(outcome)
      if (limit !== null) limits.add(limit)
    }
    setBusy(false)
    const failed = [cartMessages.addFailedFor(missing), ...limits].join('. ')
    if (!order || missing.length === order.lines.length) {
      return showError(limits.size ? failed : cartMessages.addItemFailedToast)
    }
    if (missing.length) showError(failed)
    else showSuccess(cartMessages.itemAdded)
    navigate('/cart')
  }

  return (
    <Button variant="ghost" size="small" aria-label={orderMessages.reorderOf(orderId)} busy={busy} onClick={reorder}>
      <RotateCcw aria-hidden className="size-4" />
      {orderMessages.reorder}
    </Button>
  )
}
