import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { addToCart } from '../cart/change-cart.ts'
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
    for (const { product_id, product_name, quantity } of order?.lines ?? []) {
      if ((await dispatch(addToCart(product_id, quantity))) !== 'done') missing.push(product_name)
    }
    setBusy(false)
    if (!order || missing.length === order.lines.length) return showError(cartMessages.addItemFailedToast)
    if (missing.length) showError(cartMessages.addFailedFor(missing))
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
